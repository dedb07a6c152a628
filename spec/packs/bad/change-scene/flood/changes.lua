extend "market.order" { within = true, parts = { { "patron", wen = "self.mood > 2" } }, { patorn = "idle" }, [9] = { watcher = "nod" } }
extend "market.order" { remove = { parts = "sever", "7", "within", ["1"] = { "patorn", "patron" }, patron = "nod" } }
extend "market.ordr" { within = 5 }
