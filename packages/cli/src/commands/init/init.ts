/** `porthole init`: its arguments, flags and help. */
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Effect from "effect/Effect"
import * as Flags from "../../Flags.ts"
import { names } from "./Client.ts"

export const init = Command.make(
  "init",
  {
    client: Argument.Literals("client", names).pipe(Argument.withDescription("The MCP client to set up")),
    project: Flags.toggle("project", "Write the file of the project in this folder instead of yours"),
    file: Flags.fileFlag("file", "Write this file instead, such as that of another edition of the client"),
    local: Flags.toggle("local", "Start this installation instead of the newest release from npm"),
    print: Flags.toggle("print", "Print the entry and write nothing"),
    yes: Flags.toggle("yes", "Write without a question"),
  },
  ({ client, project, file, local, print, yes }) =>
    Effect.flatMap(
      Effect.promise(() => import("./run.ts")),
      ({ write }) => write({ client, project, ...Flags.ifSome("file", file), local, print, yes }),
    ),
).pipe(
  Command.withDescription(
    "Add Porthole to an MCP client. Names its file first and asks; keeps a backup and everything else in the file.",
  ),
  Command.withShortDescription("Add Porthole to an MCP client"),
  Command.withExamples([
    { command: "porthole init claude-desktop", description: "Set up Claude Desktop" },
    {
      command: "porthole init vscode --project --yes",
      description: "Set up VS Code for this project, without a question",
    },
    { command: "porthole init zed --print", description: "Only see the entry and where it belongs" },
  ]),
)
