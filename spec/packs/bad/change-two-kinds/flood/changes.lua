extend "day" { resumable = true }
