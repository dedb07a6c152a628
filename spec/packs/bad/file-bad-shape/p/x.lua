sequence "x" (chain {})
