/** The MCP clients that `porthole init` supports: where each keeps its servers, and the form of an entry there. */
import { posix, win32 } from "node:path"

/** A client by its name on the command line. */
export const names = ["claude-desktop", "claude-code", "cursor", "vscode", "windsurf", "zed"] as const
export type Name = (typeof names)[number]

/** The facts that determine the path of a client's file. */
export interface Machine {
  readonly platform: NodeJS.Platform
  readonly home: string
  /** The folder of a project, for its own file instead of the user's. */
  readonly project?: string
  /** Variables that move a folder: `APPDATA`, `XDG_CONFIG_HOME`, `CLAUDE_CONFIG_DIR`. */
  readonly folders: Readonly<Partial<Record<FolderVariable, string>>>
}

/** Variables that move a client's folder. */
export const folderVariables = ["APPDATA", "XDG_CONFIG_HOME", "CLAUDE_CONFIG_DIR"] as const
export type FolderVariable = (typeof folderVariables)[number]

/** A command and its arguments. */
export interface Launch {
  readonly command: string
  readonly args: ReadonlyArray<string>
}

/** One client. */
export interface Client {
  readonly title: string
  /** The key whose object holds the servers. */
  readonly key: string
  /** Whether its file may have comments and trailing commas. */
  readonly allowsComments: boolean
  /** Keys of an entry besides the command and its arguments. */
  readonly extra: Readonly<Record<string, string>>
  /** The user's file. */
  readonly file: (machine: Machine) => string
  /** A project's file, below its folder; absent if the client has none. */
  readonly projectFile?: string
}

export const clients: Readonly<Record<Name, Client>> = {
  "claude-desktop": {
    title: "Claude Desktop",
    key: "mcpServers",
    allowsComments: false,
    extra: {},
    file: (machine) => inApplicationData(machine, "Claude", "claude_desktop_config.json"),
  },
  "claude-code": {
    title: "Claude Code",
    key: "mcpServers",
    allowsComments: false,
    extra: { type: "stdio" },
    file: (machine) => pathsOf(machine).join(machine.folders.CLAUDE_CONFIG_DIR ?? machine.home, ".claude.json"),
    projectFile: ".mcp.json",
  },
  cursor: {
    title: "Cursor",
    key: "mcpServers",
    allowsComments: true,
    extra: {},
    file: (machine) => pathsOf(machine).join(machine.home, ".cursor", "mcp.json"),
    projectFile: ".cursor/mcp.json",
  },
  vscode: {
    title: "VS Code",
    key: "servers",
    allowsComments: true,
    extra: { type: "stdio" },
    file: (machine) => inApplicationData(machine, "Code", "User", "mcp.json"),
    projectFile: ".vscode/mcp.json",
  },
  windsurf: {
    title: "Windsurf",
    key: "mcpServers",
    allowsComments: false,
    extra: {},
    file: (machine) => pathsOf(machine).join(machine.home, ".codeium", "windsurf", "mcp_config.json"),
  },
  zed: {
    title: "Zed",
    key: "context_servers",
    allowsComments: true,
    extra: {},
    // On macOS, too, its settings are below ~/.config.
    file: (machine) =>
      machine.platform === "win32"
        ? inApplicationData(machine, "Zed", "settings.json")
        : posix.join(configOf(machine), "zed", "settings.json"),
    projectFile: ".zed/settings.json",
  },
}

/** The file that a client reads; `undefined` if it has no project file. */
export const fileOf = (client: Client, machine: Machine): string | undefined => {
  if (machine.project === undefined) return client.file(machine)
  return client.projectFile === undefined ? undefined : pathsOf(machine).join(machine.project, client.projectFile)
}

/** Starts the newest release from npm. On Windows `npx` is a script, which only a shell starts. */
export const fromNpm = (platform: NodeJS.Platform): Launch => {
  const args = ["-y", "@porthole/cli", "mcp"]
  return platform === "win32" ? { command: "cmd", args: ["/c", "npx", ...args] } : { command: "npx", args }
}

/** The entry with which a client starts the command, in an environment of its own: clients pass on little of theirs. */
export const entryOf = (
  { extra }: Client,
  { args, command }: Launch,
  env: Readonly<Record<string, string>> = {},
): Readonly<Record<string, unknown>> => ({
  ...extra,
  command,
  args,
  ...(Object.keys(env).length === 0 ? {} : { env }),
})

// --- private --------------------------------------------------------------------------

const pathsOf = ({ platform }: Machine): typeof posix => (platform === "win32" ? win32 : posix)

const configOf = ({ folders, home }: Machine): string => folders.XDG_CONFIG_HOME ?? posix.join(home, ".config")

/** The folder for settings of desktop programs. */
const inApplicationData = (machine: Machine, ...parts: ReadonlyArray<string>): string => {
  const { folders, home, platform } = machine
  if (platform === "win32") return win32.join(folders.APPDATA ?? win32.join(home, "AppData", "Roaming"), ...parts)
  return platform === "darwin"
    ? posix.join(home, "Library", "Application Support", ...parts)
    : posix.join(configOf(machine), ...parts)
}
