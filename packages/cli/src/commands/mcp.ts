/** `porthole mcp`: its flags and help. */
import * as Command from "effect/cli/Command"
import * as Effect from "effect/Effect"
import * as Flags from "../Flags.ts"

export const mcp = Command.make(
  "mcp",
  { provider: Flags.provider, reader: Flags.reader, docsSites: Flags.docsSites, tenant: Flags.tenant },
  ({ docsSites, provider, reader, tenant }) =>
    Effect.flatMap(
      Effect.promise(() => import("../runs/mcp.ts")),
      ({ serve }) =>
        serve({
          settings: { ...Flags.given("provider", provider), ...Flags.given("reader", reader) },
          docsSites,
          ...Flags.given("tenant", tenant),
        }),
    ),
).pipe(
  Command.withDescription("Serve the tools to an MCP client over stdin and stdout; logs go to stderr."),
  Command.withShortDescription("Serve the tools to an MCP client"),
  Command.withExamples([
    {
      command: '{ "mcpServers": { "porthole": { "command": "npx", "args": ["-y", "@porthole/cli", "mcp"] } } }',
      description: "In the configuration of an MCP client",
    },
    {
      command: "porthole mcp --docs-site effect=https://effect.website/docs",
      description: "Also docs_search and docs_fetch, which never leave that site",
    },
  ]),
)
