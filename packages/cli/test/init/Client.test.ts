/** Tests where clients keep their settings on each platform, as in their manuals. */
import { assert, describe, it } from "vitest"
import * as Client from "../../src/commands/init/Client.ts"

const linux = { platform: "linux", home: "/home/ada", folders: {} } as const
const mac = { platform: "darwin", home: "/Users/ada", folders: {} } as const
const windows = {
  platform: "win32",
  home: "C:\\Users\\ada",
  folders: { APPDATA: "C:\\Users\\ada\\AppData\\Roaming" },
} as const

const support = "/Users/ada/Library/Application Support"
const roaming = "C:\\Users\\ada\\AppData\\Roaming"

describe("a client's file", () => {
  it.each<readonly [Client.Name, Client.Machine, string]>([
    ["claude-desktop", mac, `${support}/Claude/claude_desktop_config.json`],
    ["claude-desktop", windows, `${roaming}\\Claude\\claude_desktop_config.json`],
    ["claude-desktop", linux, "/home/ada/.config/Claude/claude_desktop_config.json"],
    ["claude-code", mac, "/Users/ada/.claude.json"],
    ["claude-code", windows, "C:\\Users\\ada\\.claude.json"],
    ["claude-code", { ...linux, folders: { CLAUDE_CONFIG_DIR: "/etc/claude" } }, "/etc/claude/.claude.json"],
    ["claude-code", { ...linux, project: "/work" }, "/work/.mcp.json"],
    ["cursor", windows, "C:\\Users\\ada\\.cursor\\mcp.json"],
    ["cursor", { ...mac, project: "/work" }, "/work/.cursor/mcp.json"],
    ["vscode", mac, `${support}/Code/User/mcp.json`],
    ["vscode", windows, `${roaming}\\Code\\User\\mcp.json`],
    ["vscode", linux, "/home/ada/.config/Code/User/mcp.json"],
    ["vscode", { ...windows, project: "D:\\work" }, "D:\\work\\.vscode\\mcp.json"],
    ["windsurf", mac, "/Users/ada/.codeium/windsurf/mcp_config.json"],
    ["windsurf", windows, "C:\\Users\\ada\\.codeium\\windsurf\\mcp_config.json"],
    ["zed", mac, "/Users/ada/.config/zed/settings.json"],
    ["zed", { ...linux, folders: { XDG_CONFIG_HOME: "/config" } }, "/config/zed/settings.json"],
    ["zed", { ...windows, folders: {} }, `${roaming}\\Zed\\settings.json`],
  ])("%s on %j", (name, machine, path) => {
    assert.strictEqual(Client.fileOf(Client.clients[name], machine), path)
  })

  it("of a project is missing where the client has none", () => {
    assert.isUndefined(Client.fileOf(Client.clients["claude-desktop"], { ...linux, project: "/work" }))
  })
})

describe("the launch from npm", () => {
  it("goes through a shell on Windows only", () => {
    assert.strictEqual(Client.fromNpm("linux").command, "npx")
    assert.deepStrictEqual(Client.fromNpm("win32"), {
      command: "cmd",
      args: ["/c", "npx", "-y", "@porthole/cli", "mcp"],
    })
  })
})
