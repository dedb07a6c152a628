-- Who is what to whom, besides what the village knows. The end of the quest takes some of these away, and adds others.
link "sweetheart" {}
link "angry_with" {}

state "sick" { flag = true }
state "brews" { flag = true } -- is a herbwoman
state "potions" { default = 3, min = 0, max = 5 }
