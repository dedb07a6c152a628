-- What poses amount to for somebody who looks at a whole day: a few activities, each with a name and colours.
local activity = {}

--- All of them, in the order of a legend. `short` goes with a number of people; `light` and `dark` are colours for
-- pages, `terminal` is one of 256.
activity.LIST = {
  { key = "sleep", name = "sleeps", short = "asleep", light = "#41508a", dark = "#5f70b4", terminal = 62,
    poses = "sleep" },
  { key = "work", name = "works", short = "at work", light = "#dd9a32", dark = "#d9952c", terminal = 214,
    poses = "work hammer plough knead sweep" },
  { key = "watch", name = "keeps watch", short = "on watch", light = "#3f8fd0", dark = "#4a9be0", terminal = 75,
    poses = "guard" },
  { key = "eat", name = "eats, drinks", short = "eat or drink", light = "#a5482f", dark = "#c2613f", terminal = 167,
    poses = "eat eat_sitting drink drink_sitting" },
  { key = "talk", name = "talks", short = "talk", light = "#8257bd", dark = "#9f78d8", terminal = 141,
    poses = "talk listen wave call" },
  { key = "revel", name = "sings, dances, plays", short = "make merry", light = "#e56ca6", dark = "#ee7fb4",
    terminal = 212, poses = "sing dance cards" },
  { key = "pray", name = "prays", short = "pray", light = "#128f8b", dark = "#22aaa5", terminal = 37,
    poses = "pray kneel" },
  { key = "rest", name = "rests, looks about", short = "at rest", light = "#8fb573", dark = "#7fa664", terminal = 107,
    poses = "sit stand look stretch stroll" },
  { key = "walk", name = "is on the way", short = "on the way", light = "#b8bfc9", dark = "#66707e", terminal = 249,
    poses = "walk run" },
  { key = "trouble", name = "is frightened, fights, cries", short = "in trouble", light = "#d8131f", dark = "#ff3b41",
    terminal = 196, poses = "startle fight cry" },
  { key = "gone", name = "is dead, or gone", short = "gone", light = "#1d1f24", dark = "#eceef2", terminal = 245,
    poses = "dead away" },
}

local by_pose = {}
for _, one in ipairs(activity.LIST) do
  activity[one.key] = one
  for pose in one.poses:gmatch "%S+" do by_pose[pose] = one end
end

--- What the actions of a world amount to, by their names. An author may say so, `show = { pose = "fight", activity =
-- "work" }`, where the pose misleads.
function activity.of_actions(world)
  local kinds = {}
  for _, action in ipairs(world:actions()) do
    local kind = activity[action.show.activity] or by_pose[action.show.pose] or activity.rest
    kinds[action.name] = action.travel and kind == activity.rest and activity.walk or kind
  end
  return kinds
end

return activity
