local wanted = nil
return { name = wanted.name }
