local function far(t) return t.x.y end

far {}
