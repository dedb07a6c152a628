action "nap"

constant "nearby"
extend "x"
action ("nap", { duration = 1 })
