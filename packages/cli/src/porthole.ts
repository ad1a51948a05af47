/** The command `porthole` with its subcommands. */
import * as Command from "effect/cli/Command"
import { check } from "./commands/check.ts"
import { doctor } from "./commands/doctor.ts"
import { extract } from "./commands/extract.ts"
import { fetch } from "./commands/fetch.ts"
import { init } from "./commands/init.ts"
import { keys } from "./commands/keys.ts"
import { mcp } from "./commands/mcp.ts"
import { search, searchAndFetch } from "./commands/search.ts"
import { serve } from "./commands/serve.ts"
import { tokens } from "./commands/tokens.ts"
import { NoPager } from "./Flags.ts"

export const porthole = Command.make("porthole").pipe(
  Command.withDescription(
    "Web search and fetch for people, pipes and MCP clients; private addresses stay out of reach.",
  ),
  Command.withSubcommands([search, fetch, searchAndFetch, check, extract, doctor, keys, init, mcp, serve, tokens]),
  Command.withGlobalFlags([NoPager]),
)
