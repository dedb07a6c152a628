extend "nap" { resumable = true }
