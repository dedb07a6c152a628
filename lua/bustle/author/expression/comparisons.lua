--- The comparisons, each with what it is when its sides change places, and with what is true where it is not.
return {
  ["=="] = { turned = "==", opposite = "~=" },
  ["~="] = { turned = "~=", opposite = "==" },
  ["<"] = { turned = ">", opposite = ">=" },
  [">"] = { turned = "<", opposite = "<=" },
  ["<="] = { turned = ">=", opposite = ">" },
  [">="] = { turned = "<=", opposite = "<" },
}
