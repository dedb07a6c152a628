-- Hand-written checks of the oracle, each naming its rule. From the project's folder:
--   lua5.4 spec/oracle/selftest.lua    luajit spec/oracle/selftest.lua

package.path = "./?.lua;./?/init.lua;" .. package.path
local kit = require "spec.oracle.selftest_kit"

require "spec.oracle.selftest_actions" (kit)
require "spec.oracle.selftest_sequences" (kit)
require "spec.oracle.selftest_interruptions" (kit)
require "spec.oracle.selftest_waiting" (kit)
require "spec.oracle.selftest_roles" (kit)
require "spec.oracle.selftest_cues" (kit)
require "spec.oracle.selftest_scenes" (kit)
require "spec.oracle.selftest_casting" (kit)
require "spec.oracle.selftest_links" (kit)
require "spec.oracle.selftest_areas" (kit)
require "spec.oracle.selftest_offers" (kit)
require "spec.oracle.selftest_places" (kit)
require "spec.oracle.selftest_messages" (kit)
require "spec.oracle.selftest_plans" (kit)
require "spec.oracle.selftest_world" (kit)
kit.finish()
