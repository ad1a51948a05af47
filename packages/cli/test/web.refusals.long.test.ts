import { redirectTests, statuses } from "./support/redirects.ts"

redirectTests(statuses)
