--- Whether a node looks for a target: then somebody has to accept its action. The same target and members of a scene
-- need not, nor those that a path finds (S41, S54, S66).
-- @tparam table node of the compiled tables
-- @treturn boolean
return function(node)
  return node.kind == "action" and node.performs ~= nil and not node.same_target and not node.at_member
    and not node.at_part and not node.path
end
