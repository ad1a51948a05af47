/** Tests `porthole init` on files like those of users. */
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs"
import { tmpdir } from "node:os"
import { basename, dirname, join } from "node:path"
import { afterEach, assert, beforeEach, describe, it, vi } from "vitest"
import { packed } from "./support/packed.ts"
import { porthole } from "./support/inProcess.ts"
import { porthole as startsProcess } from "./support/porthole.ts"

const npm = { command: "npx", args: ["-y", "@porthole/cli", "mcp"] }

let home: string
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "porthole-init-"))
  vi.stubEnv("HOME", home)
})
afterEach(() => {
  vi.unstubAllEnvs()
  rmSync(home, { recursive: true })
})

const initWith = (env: Readonly<Record<string, string>>, ...args: ReadonlyArray<string>) =>
  porthole(["init", ...args], { env: { XDG_CONFIG_HOME: join(home, ".config"), ...env } })

const init = (...args: ReadonlyArray<string>) => initWith({}, ...args)

const write = (name: string, text: string | Uint8Array, mode = 0o644): string => {
  const path = join(home, name)
  writeFileSync(path, text, { mode })
  return path
}

describe.skipIf(process.platform !== "linux")("porthole init writes the user's file of", () => {
  it.each([
    ["claude-desktop", ".config/Claude/claude_desktop_config.json", { mcpServers: { porthole: npm } }],
    ["claude-code", ".claude.json", { mcpServers: { porthole: { type: "stdio", ...npm } } }],
    ["cursor", ".cursor/mcp.json", { mcpServers: { porthole: npm } }],
    ["vscode", ".config/Code/User/mcp.json", { servers: { porthole: { type: "stdio", ...npm } } }],
    ["windsurf", ".codeium/windsurf/mcp_config.json", { mcpServers: { porthole: npm } }],
    ["zed", ".config/zed/settings.json", { context_servers: { porthole: npm } }],
  ])("%s", async (client, file, expected) => {
    const path = join(home, file)
    const { code, stderr, stdout } = await init(client, "--yes")
    assert.deepStrictEqual([code, stdout], [0, ""])
    assert.match(stderr, new RegExp(`^porthole: The settings file of [A-Z].* is ${path}\n`))
    const text = readFileSync(path, "utf8")
    assert.deepStrictEqual(JSON.parse(text), expected)
    assert.isTrue(text.endsWith("}\n"))
    assert.strictEqual(statSync(path).mode & 0o777, 0o600)
    // A second run changes nothing, and makes no backup.
    assert.include((await init(client, "--yes")).stderr, "there already")
    assert.strictEqual(readFileSync(path, "utf8"), text)
    assert.lengthOf(
      readdirSync(join(path, "..")).filter((name) => name.endsWith(".bak")),
      0,
    )
  })
})

describe("porthole init keeps a file's content", () => {
  it("comments, other entries, order, tabs and trailing commas; and the whole of it as a backup", async () => {
    const before = [
      "// my settings",
      "{",
      '\t"theme": "One", // light',
      '\t"context_servers": {',
      '\t\t/* of a friend */ "other": { "command": "x", },',
      '\t\t"last": {"command":"y"}, // slow',
      "\t},",
      "}",
      "",
    ].join("\n")
    const path = write("settings.json", before, 0o640)
    const { code, stderr } = await init("zed", "--file", path, "--yes")
    assert.strictEqual(code, 0, stderr)
    const added = [
      '\t\t"porthole": {',
      '\t\t\t"command": "npx",',
      '\t\t\t"args": [',
      '\t\t\t\t"-y",',
      '\t\t\t\t"@porthole/cli",',
      '\t\t\t\t"mcp"',
      "\t\t\t]",
      "\t\t},",
      "",
    ].join("\n")
    assert.strictEqual(readFileSync(path, "utf8"), before.replace("\t},\n}", `${added}\t},\n}`))
    const [backup, ...more] = readdirSync(home).filter((name) => name.endsWith(".bak"))
    assert.lengthOf(more, 0)
    assert.strictEqual(readFileSync(join(home, backup ?? ""), "utf8"), before)
    for (const name of readdirSync(home)) assert.strictEqual(statSync(join(home, name)).mode & 0o777, 0o640, name)
    assert.include(stderr, backup ?? "no backup")
  })

  it("CRLF, a byte order mark and four spaces", async () => {
    const before = '\ufeff{\r\n    "a": {}\r\n}\r\n'
    const path = write("settings.json", before)
    await init("cursor", "--file", path, "--yes")
    const after = readFileSync(path, "utf8")
    assert.isTrue(after.startsWith('\ufeff{\r\n    "a": {},\r\n    "mcpServers": {\r\n        "porthole": {\r\n'))
    assert.notMatch(after, /[^\r]\n/)
    assert.deepStrictEqual(JSON.parse(after.slice(1)), { a: {}, mcpServers: { porthole: npm } })
  })

  it("a user's additions to an earlier entry", async () => {
    const path = write(
      "c.json",
      '{"mcpServers":{"z":1,"porthole":{"command":"old","env":{"SEARXNG_URL":"http://a"}}}}\n',
    )
    await init("claude-desktop", "--file", path, "--yes")
    const after = readFileSync(path, "utf8")
    assert.deepStrictEqual(JSON.parse(after), {
      mcpServers: { z: 1, porthole: { ...npm, env: { SEARXNG_URL: "http://a" } } },
    })
    assert.isTrue(
      after.startsWith('{"mcpServers":{"z":1,"porthole":{"command":"npx","env":{"SEARXNG_URL":"http://a"},'),
    )
    const again = await initWith({ SEARXNG_URL: "http://b" }, "claude-desktop", "--file", path, "--yes")
    assert.include(again.stderr, "there already")
  })

  it("a link to the file", async () => {
    const path = write("real.json", "{}\n")
    symlinkSync(path, join(home, "link.json"))
    assert.strictEqual((await init("cursor", "--file", join(home, "link.json"), "--yes")).code, 0)
    assert.deepStrictEqual(JSON.parse(readFileSync(path, "utf8")), { mcpServers: { porthole: npm } })
    assert.notStrictEqual(
      readdirSync(home, { withFileTypes: true })
        .find(({ name }) => name === "link.json")
        ?.isFile(),
      true,
    )
  })
})

describe("porthole init refuses, and changes nothing", () => {
  it.each([
    ["claude-desktop", '{ "mcpServers": {}, }', "valid JSON (line 1, column 21)"],
    ["claude-code", '// a comment\n{ "mcpServers": {} }', "valid JSON (line 1, column 1)"],
    ["zed", '{\n  "context_servers": {', "valid JSON (line 2"],
    ["vscode", '{ "servers": {} } }', "valid JSON"],
    ["cursor", "[]", "it isn't an object"],
    ["cursor", '{ "mcpServers": [] }', "mcpServers isn't an object"],
    ["cursor", '{ "mcpServers": { "porthole": "x" } }', "mcpServers.porthole isn't an object"],
    ["cursor", '{ "mcpServers": {}, "mcpServers": {} }', "mcpServers occurs twice"],
    ["cursor", new Uint8Array([0x7b, 0xff, 0x7d]), "isn't UTF-8"],
  ])("%s: %s", async (client, text, why) => {
    const path = write("settings.json", text)
    const { code, stderr, stdout } = await init(client, "--file", path, "--yes")
    assert.deepStrictEqual([code, stdout], [1, ""])
    assert.include(stderr, why)
    assert.include(stderr, path)
    assert.notMatch(stderr, /\n\s+at /)
    assert.deepStrictEqual(readFileSync(path), Buffer.from(text))
    assert.deepStrictEqual(readdirSync(home), ["settings.json"])
  })

  it("a name that no file can have", async () => {
    const { code, stderr } = await init("zed", "--file", join(home, "n".repeat(300)), "--yes")
    assert.strictEqual(code, 1)
    assert.include(stderr, "can't be read (ENAMETOOLONG).")
  })

  it("a folder in the file's place", async () => {
    mkdirSync(join(home, "settings.json"))
    const { code, stderr } = await init("zed", "--file", join(home, "settings.json"), "--yes")
    assert.strictEqual(code, 1)
    assert.include(stderr, "isn't a file")
  })

  it("a folder that can't be made", async () => {
    const { code, stderr } = await init("zed", "--file", join(write("a", ""), "settings.json"), "--yes")
    assert.strictEqual(code, 1)
    assert.match(stderr, /can't be (?:read|written)/)
  })

  it("without a terminal for its question, or without such a file of the client", async () => {
    for (const args of [["cursor"], ["claude-desktop", "--project"], ["emacs"]]) {
      assert.strictEqual((await init(...args)).code, 2, args.join(" "))
    }
    assert.deepStrictEqual(readdirSync(home), [])
  })
})

describe.skipIf(process.platform === "win32")("porthole init --project", () => {
  const initHere = (project: string, ...args: ReadonlyArray<string>) => {
    vi.spyOn(process, "cwd").mockReturnValue(project)
    return init(...args, "--project", "--yes").finally(() => vi.restoreAllMocks())
  }

  /** A project, and a folder outside with the file that its links lead to. */
  const makeProject = () => {
    const [project, outside] = [join(home, "project"), join(home, "project-outside")]
    for (const folder of [project, outside]) mkdirSync(folder)
    writeFileSync(join(outside, "mcp.json"), "{}\n")
    return { project, outside }
  }

  it.each([
    ["vscode", ".vscode", "../project-outside"],
    ["vscode", ".vscode", "{outside}"],
    ["vscode", ".vscode", "../project-outside/missing"],
    ["cursor", ".cursor", "chain"],
    ["claude-code", ".mcp.json", "../project-outside/mcp.json"],
    ["claude-code", ".mcp.json", "../project-outside/missing.json"],
    ["claude-code", ".mcp.json", "chain/mcp.json"],
  ])("of %s refuses a link out of the project: %s -> %s", async (client, name, target) => {
    const { outside, project } = makeProject()
    symlinkSync("../project-outside", join(project, "chain"))
    symlinkSync(target.replace("{outside}", outside), join(project, name))
    const { code, stderr, stdout } = await initHere(project, client)
    assert.deepStrictEqual([code, stdout], [1, ""])
    assert.include(stderr, "leads out of the project by a symbolic link; remove the link. Nothing was changed")
    assert.deepStrictEqual(readdirSync(outside), ["mcp.json"])
    assert.strictEqual(readFileSync(join(outside, "mcp.json"), "utf8"), "{}\n")
    assert.deepStrictEqual(readdirSync(project).toSorted(), [name, "chain"].toSorted())
  })

  it("refuses a file behind a link of a folder's folder", async () => {
    const { outside, project } = makeProject()
    mkdirSync(join(project, ".zed"))
    symlinkSync(join(outside, "mcp.json"), join(project, ".zed/settings.json"))
    const { code } = await initHere(project, "zed")
    assert.strictEqual(code, 1)
    assert.deepStrictEqual(readdirSync(outside), ["mcp.json"])
    assert.strictEqual(readFileSync(join(outside, "mcp.json"), "utf8"), "{}\n")
  })

  it("follows a link that stays in the project, also in a project behind one, and makes folders", async () => {
    const { project } = makeProject()
    symlinkSync(project, join(home, "alias"))
    mkdirSync(join(project, "..settings"))
    symlinkSync("..settings", join(project, ".vscode"))
    for (const client of ["vscode", "cursor"]) {
      const { code, stderr } = await initHere(join(home, "alias"), client)
      assert.strictEqual(code, 0, stderr)
    }
    assert.deepStrictEqual(readdirSync(join(project, "..settings")), ["mcp.json"])
    assert.deepStrictEqual(readdirSync(join(project, ".cursor")), ["mcp.json"])
  })

  it("writes the file of --file wherever it is", async () => {
    const { outside, project } = makeProject()
    const { code } = await initHere(project, "cursor", "--file", join(outside, "mcp.json"))
    assert.strictEqual(code, 0)
  })
})

describe("porthole init --print", () => {
  it("prints the entry, names the file and writes nothing", async () => {
    const { code, stderr, stdout } = await init("vscode", "--print", "--yes")
    assert.strictEqual(code, 0)
    assert.deepStrictEqual(JSON.parse(stdout), { servers: { porthole: { type: "stdio", ...npm } } })
    assert.include(stderr, "mcp.json")
    assert.deepStrictEqual(readdirSync(home), [])
  })

  it("names this installation with --local, and Node by the name that survives an update of it", async () => {
    const { stdout } = await startsProcess(["init", "cursor", "--print", "--local"])
    const { args, command } = JSON.parse(stdout).mcpServers.porthole
    assert.deepStrictEqual(args, [packed, "mcp"])
    assert.match(command, /\/node_modules\/\.bin\/node$/)
    assert.strictEqual(realpathSync(command), process.execPath)
  })

  it("names the running Node where the project has another one", async () => {
    const bin = join(home, "node_modules", ".bin")
    mkdirSync(bin, { recursive: true })
    symlinkSync("/bin/sh", join(bin, "node"))
    cpSync(dirname(packed), join(home, "dist"), { recursive: true })
    const entry = join(home, "dist", basename(packed))
    const { stdout } = await startsProcess(["init", "cursor", "--print", "--local"], { entry })
    assert.strictEqual(JSON.parse(stdout).mcpServers.porthole.command, process.execPath)
  })

  it("offers the SearXNG that the terminal knows, unless its address holds a password", async () => {
    const printed = async (SEARXNG_URL: string): Promise<unknown> =>
      JSON.parse((await initWith({ SEARXNG_URL }, "cursor", "--print")).stdout).mcpServers.porthole
    const env = { SEARXNG_URL: "http://127.0.0.1:8888" }
    assert.deepStrictEqual(await printed(env.SEARXNG_URL), { ...npm, env })
    assert.deepStrictEqual(await printed("http://ada:s3cret@127.0.0.1:8888"), npm)
    assert.deepStrictEqual(await printed(""), npm)
  })
})
