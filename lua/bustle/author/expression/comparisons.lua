--- The comparisons, each with what it becomes when its sides change places, and with its opposite.
return {
  ["=="] = { turned = "==", opposite = "~=" },
  ["~="] = { turned = "~=", opposite = "==" },
  ["<"] = { turned = ">", opposite = ">=" },
  [">"] = { turned = "<", opposite = "<=" },
  ["<="] = { turned = ">=", opposite = ">" },
  [">="] = { turned = "<=", opposite = "<" },
}
