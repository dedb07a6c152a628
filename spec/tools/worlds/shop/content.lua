-- Buys only if a game, or what stands in for it, says so.
interruption "noise" {}
action "buy" { duration = 2, targets = false,
  when = function(_, _, _, game)
    return game.is_open("today") and game.prices.bread == 4 and game.prices.of("milk") == 7
  end }
sequence "buy" (chain { "buy" })
npc "buyer" { main = "buy" }
place "buyer" { name = "Cid" }
