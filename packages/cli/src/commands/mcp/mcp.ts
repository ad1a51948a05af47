/** `porthole mcp`: its flags and help. */
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { Stdio } from "effect/Stdio"
import { existsSync } from "node:fs"
import * as Flags from "../../Flags.ts"
import type { Output } from "../../Output.ts"
import * as Quit from "../../Quit.ts"

export const mcp = Command.make(
  "mcp",
  {
    http: Flags.toggle("http", "Serve over HTTP instead, as `porthole serve` does, only on /mcp"),
    listen: Flags.listen,
    allowTokenless: Flags.allowTokenless,
    provider: Flags.provider,
    reader: Flags.reader,
    docsSites: Flags.docsSites,
    docsFor: Flags.text(
      "docs-for",
      "dir",
      "Add docs_search and docs_fetch for what the project in this folder has installed (default: the client's roots)",
    ),
    docs: Flags.docs.pipe(
      Flag.withDescription("With --http: let clients search this indexed library; may be repeated"),
    ),
    tenant: Flags.tenant,
    ...Flags.recording,
  },
  ({
    allowTokenless,
    docs,
    docsFor,
    docsSites,
    http,
    listen,
    provider,
    reader,
    tenant,
    record,
    replay,
    replayMisses,
  }): Effect.Effect<void, Quit.Quit, Output | Stdio> => {
    const options = {
      settings: {
        ...Flags.ifSome("provider", provider),
        ...Flags.ifSome("reader", reader),
        ...Flags.recordingOf({ record, replay, replayMisses }),
      },
      docsSites,
      ...Flags.ifSome("tenant", tenant),
    }
    if (http && Option.isSome(docsFor))
      return Quit.withMessage(Quit.codes.usage, "--docs-for isn't served over HTTP. Name libraries by --docs.")
    if (!http && docs.length > 0) return Quit.withMessage(Quit.codes.usage, "--docs is for --http. Use --docs-for DIR.")
    if (!http && (Option.isSome(listen) || Object.keys(allowTokenless).length > 0))
      return Quit.withMessage(Quit.codes.usage, "--listen and --allow-tokenless are for --http. Add it.")
    const project = Option.getOrElse(docsFor, () => "")
    if (project !== "" && !existsSync(project))
      return Quit.withMessage(Quit.codes.usage, `--docs-for can't be used: there is no folder ${project}.`)
    return http
      ? Effect.flatMap(
          Effect.promise(() => import("../serve/run.ts")),
          ({ serve }) =>
            serve({
              ...options,
              docs,
              settings: { ...options.settings, ...allowTokenless, ...Flags.ifSome("listen", listen) },
              isMcpOnly: true,
            }),
        )
      : Effect.flatMap(
          Effect.promise(() => import("./run.ts")),
          ({ serve }) => serve({ ...options, ...Flags.ifSome("docsFor", docsFor) }),
        )
  },
).pipe(
  Command.withDescription("Serve the tools to an MCP client over stdin and stdout, or over HTTP; logs go to stderr."),
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
    {
      command: "porthole mcp --docs-for",
      description: "Also docs_search and docs_fetch of the project's packages, at their installed versions, offline",
    },
  ]),
)
