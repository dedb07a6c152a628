error "not today"
