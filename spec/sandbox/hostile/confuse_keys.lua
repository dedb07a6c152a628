-- Tries to declare lists with holes, fractions and falsehoods for places.
-- Ends: content: unknown key
action "attack" { duration = { [0] = 1, [1.5] = 2, [-1] = 3 }, [false] = 1, [1e300] = 2, [-0.5] = {} }
