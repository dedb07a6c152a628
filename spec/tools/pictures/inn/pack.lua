return { name = "inn", version = "1.0.0", title = "An inn where guests order, chat, dance and quarrel" }
