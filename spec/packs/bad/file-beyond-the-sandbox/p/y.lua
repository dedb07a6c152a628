maths.floor(2)
