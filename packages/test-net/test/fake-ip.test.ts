/** Tests the command where DNS answers are fake: through one proxy of each kind of refusal, and with credentials. */
import { declare } from "./FakeIpTests.ts"

declare({ leading: ["danted"], secureOnly: ["squid"], guarded: ["tinyproxy"] })
