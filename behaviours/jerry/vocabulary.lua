-- Who is what to whom. The end of the quest takes some of these away, and adds others.
link "spouse" {}
link "sweetheart" {}
link "angry_with" {}

state "sick" { flag = true }
state "potions" { default = 3, min = 0, max = 5 }
