/** Tests the command where DNS answers are fake: through every proxy. */
import { Proxies } from "../src/index.ts"
import { declare } from "./FakeIpTests.ts"

declare({ leading: Proxies.kinds, secureOnly: ["squid", "tinyproxy"], guarded: ["tinyproxy"] })
