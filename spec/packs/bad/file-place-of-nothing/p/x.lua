place "bench" { x = 1 }
