return { name = "p", stand_ins = { price_of = function() return 4 end } }
