action "haggle" { duration = 3, targets = false,
  when = function(_, _, _, game) return game.sale() and game.prices.milk == 2 and game.prices.bread == 4 end }
extend "sequence shop.buy" { buy = { to = { "haggle" } }, haggle = { action = "haggle", to = "END" } }
