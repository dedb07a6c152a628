link "table" {}
action "idle" { duration = 1 }
action "raise_mug" { duration = 1, when = "self.mug" }
state "mug" { flag = true }
sequence "rest" (chain { "idle" })
sequence "alone" { entry = "lift", lift = { meet = "toast", at = "target", count = 1, to = "END", failed = "END" } }
sequence "any_number" { entry = "lift", lift = { meet = "toast", at = "target", to = "END", failed = "END" } }
sequence "crowd" { entry = "lift", lift = { meet = "toast", at = "target", count = 300, to = "END", failed = "END" } }
sequence "nowhere" { entry = "lift", lift = { meet = "toast", count = 3, to = "END", failed = "END" } }
sequence "some_table" { entry = "lift", lift = { meet = "toast", at = "tabel", count = 3, to = "END", failed = "END" } }
sequence "two_tables" { entry = "lift", lift = { meet = "toast", at = "table", target = "same", count = 3, to = "END", failed = "END" } }
sequence "empty_hands" { entry = "lift",
  lift = { meet = "toast", at = "table", count = 3, waiting = "raise_mug", to = "END", failed = "END" } }
sequence "drinks_too" { entry = "lift", lift = { meet = "toast", at = "table", count = 3, action = "idle", to = "END" } }
sequence "counts" { entry = "lift", lift = { action = "idle", count = 3, to = "END" } }
sequence "many" { entry = "lift", lift = { meet = "toast", at = "table", count = { 2, 3 }, to = "END", failed = "END" } }
sequence "backwards" { entry = "lift", lift = { meet = "toast", at = "table", count = 3, timeout = -1, to = "END", failed = "END" } }
npc "guest" { main = "rest", fallback = "rest" }
