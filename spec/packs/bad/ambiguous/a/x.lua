state "mood" {}
