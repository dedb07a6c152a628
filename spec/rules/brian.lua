--- A village for specs of links and paths: Brian with his home, his friends, a neighbour he has a feud with, three places
-- to work at, two taverns, two smithies. What he knows are links; what he looks for are paths.
local kit = require "spec.rules.kit"

local brian = {}

--- The content. Change what is returned as you like.
function brian.content()
  return {
    name = "village", states = { tired = { flag = true }, iron = { min = 0 }, found = {} }, interruptions = { "theft" },
    links = {
      "home", "tavern", "friend", "feud", "smithy", "smith", "house", "contains",
      work = { min = 0, max = 100 }, -- how far it has come, in per cent
      seen = { default = -1 }, -- when last, in seconds
      trust = { min = -10, max = 10, default = 0 },
    },
    actions = {
      idle = { duration = 5 }, toil = { duration = 10, targets = true, finish = "self.work(target) += 30" },
      go_to_work = { travel = 2, targets = true, prefer = "least self.work(target)" },
      go_to_near_work = { travel = 2, targets = true, when = "self.work(target) <= 80", prefer = "nearest" },
      -- Where most friends are, and nobody he has a feud with.
      go_out = { travel = 2, targets = true, prefer = "most count(friend in inside of target)",
        when = "not any(feud in inside of target)" },
      -- With whom he has talked longest ago, of those who are where he is.
      talk = { duration = 3, targets = true, when = "self.friend(target)", prefer = "least self.seen(target)",
        finish = "self.seen(target) = now; self.trust(target) += 2; target.trust(self) += 1" },
      confide = { duration = 2, targets = true, when = "self.trust(target) >= 4", prefer = "most self.trust(target)" },
      -- The nearest one that has iron, and whose smith is in.
      go_to_smith = { travel = 2, targets = true, prefer = "nearest",
        when = "target.iron > 0 and any(smith of target in inside of target)" },
      borrow_sword = { travel = 2, targets = true, when = "any(contains(sword) of contains(chest) of target)" },
      count_swords = { duration = 1, finish = "self.found = count(contains(sword) of contains(chest) of home)" },
      cry_thief = { duration = 1, targets = true, finish = "self.trust(target) -= 5" },
      look_away = { duration = 1 },
    },
    sequences = {
      idle = kit.chain { "idle" },
      go_to_work = { entry = "hub", hub = { to = { { "near", when = "self.tired" }, { "any", otherwise = true } } },
        any = { action = "go_to_work", target = "work", to = "toil" },
        near = { action = "go_to_near_work", target = "work", to = "toil" },
        toil = { action = "toil", target = "same", to = "END" } },
      have_fun = { entry = "go", go = { action = "go_out", target = "tavern", to = "talk" },
        talk = { action = "talk", target = "inside of area", to = "END", failed = "END" } },
      confide = kit.chain { { action = "confide", target = "friend" } },
      repair = kit.chain { { action = "go_to_smith", target = "smithy" } },
      arm = kit.chain { { action = "borrow_sword", target = "house" } },
      count_swords = kit.chain { "count_swords" },
      -- The target is the thief.
      witness = { entry = "hub",
        hub = { to = { { "cry", when = "not self.friend(target)" }, { "away", otherwise = true } } },
        cry = { action = "cry_thief", target = "same", to = "END" }, away = { action = "look_away", to = "END" } },
    },
    props = {
      house = { static = true }, chest = { static = true, tags = { "chest" } }, barrel = { static = true },
      sword = { tags = { "sword" } }, field = { static = true },
      tavern = { area = { width = 10, depth = 10 } },
      smithy = { area = { width = 6, depth = 6 }, state = { "iron" } },
    },
    npcs = { villager = { main = "idle", on = { theft = "witness" }, state = { "tired", "found" } } },
  }
end

--- The village. Everybody and everything is in the table, by name.
function brian.village()
  local world, all = kit.world(brian.content()), {}
  local function put(kind, name, x, y, state)
    all[name] = world:spawn(kind, { name = name, x = x, y = y, state = state })
  end
  put("house", "cottage", 0, 0)
  put("house", "mill", 30, 0)
  put("house", "priory", 60, 0)
  put("chest", "his chest", 0, 1)
  put("chest", "mill chest", 30, 1)
  put("barrel", "barrel", 0, 2)
  put("sword", "old sword", 0, 1)
  put("sword", "rusty sword", 0, 2)
  put("sword", "fine sword", 30, 1)
  put("field", "east field", 10, 0)
  put("field", "west field", 40, 0)
  put("field", "bakery", 25, 0)
  put("tavern", "The Bell", 0, 50)
  put("tavern", "The Ox", 40, 50)
  put("smithy", "old smithy", 20, 20, { iron = 5 })
  put("smithy", "new smithy", 50, 20, { iron = 5 })
  put("villager", "Brian", 0, 0)
  for _, each in ipairs { { "Cora", 0, 51 }, { "Dan", 40, 51 }, { "Eve", 41, 50 }, { "Finn", 0, 49 } } do
    put("villager", each[1], each[2], each[3])
  end
  put("villager", "old smith", 20, 21)
  put("villager", "new smith", 50, 21)
  local function tie(from, kind, to, value) assert(world:link(all[from], kind, all[to], value)) end
  tie("Brian", "home", "cottage")
  tie("Brian", "work", "east field", 60)
  tie("Brian", "work", "west field", 20)
  tie("Brian", "work", "bakery", 40)
  tie("Brian", "tavern", "The Bell")
  tie("Brian", "tavern", "The Ox")
  for _, friend in ipairs { "Cora", "Dan", "Eve" } do tie("Brian", "friend", friend) end
  tie("Brian", "feud", "Finn")
  for _, which in ipairs { "old", "new" } do
    tie("Brian", "smithy", which .. " smithy")
    tie(which .. " smithy", "smith", which .. " smith")
  end
  for _, house in ipairs { "priory", "mill", "cottage" } do tie("Brian", "house", house) end
  tie("cottage", "contains", "barrel")
  tie("cottage", "contains", "his chest")
  tie("his chest", "contains", "old sword")
  tie("barrel", "contains", "rusty sword")
  tie("mill", "contains", "mill chest")
  tie("mill chest", "contains", "fine sword")
  return world, all
end

return brian
