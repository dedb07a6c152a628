state "occupied" { min = 0 }
state "places" { default = 3, min = 0 }
state "stock" { default = 12, min = 0 }
state "open" { flag = true, default = true }
state "fed" { min = 0 }
