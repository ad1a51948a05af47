/** The MCP bundle, built as for a release, unpacked by the host's own program, and started without a network. */
import { validateManifest } from "@anthropic-ai/mcpb/node"
import { spawn, spawnSync } from "node:child_process"
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { build } from "../packaging/mcpb/build.ts"
import { manifest } from "../packaging/mcpb/manifest.ts"

const root = join(import.meta.dirname, "..")
const cli = JSON.parse(readFileSync(join(root, "packages/cli/package.json"), "utf8"))

describe("the MCP bundle", () => {
  const folder = mkdtempSync(join(tmpdir(), "porthole-bundle-"))
  beforeAll(async () => {
    await build(join(folder, "porthole.mcpb"))
    // The host's own program unpacks it.
    const program = join(root, "node_modules/@anthropic-ai/mcpb/dist/cli/cli.js")
    const unpacking = spawnSync(process.execPath, [
      program,
      "unpack",
      join(folder, "porthole.mcpb"),
      join(folder, "out"),
    ])
    assert.strictEqual(unpacking.status, 0, String(unpacking.stderr))
  })
  afterAll(() => rmSync(folder, { recursive: true }))

  it("has a valid manifest 0.3 of this version, and all that its entry needs", () => {
    const unpacked = JSON.parse(readFileSync(join(folder, "out/manifest.json"), "utf8"))
    assert.isTrue(validateManifest(join(folder, "out/manifest.json")))
    assert.deepInclude(unpacked, { manifest_version: "0.3", name: "porthole", version: cli.version })
    assert.isTrue(existsSync(join(folder, "out", unpacked.server.entry_point)))
    assert.notProperty(cli, "dependencies")
    for (const name of [unpacked.icon, "PRIVACY.md", "LICENSE"]) assert.isTrue(existsSync(join(folder, "out", name)))
    assert.match(readFileSync(join(folder, "out/dist/THIRD-PARTY.txt"), "utf8"), /^undici .*^unpdf /ms)
    assert.isFalse(existsSync(join(folder, "out/src")))
  })

  it("starts without a network and lists the tools that its manifest names", async () => {
    const { args, command, env } = manifest.server.mcp_config
    assert.strictEqual(command, "node")
    const words = [process.execPath, ...args.map((arg) => arg.replace("${__dirname}", join(folder, "out")))]
    // A host substitutes the default for an empty option.
    const variables = Object.fromEntries(Object.keys(env).map((name) => [name, ""]))
    const hasNetworks = spawnSync("unshare", ["--net", "true"]).status === 0
    const [file = "", ...rest] = hasNetworks ? ["unshare", "--net", ...words] : words
    const child = spawn(file, rest, {
      cwd: folder,
      env: { PATH: process.env["PATH"], HOME: folder, ...variables },
      stdio: ["pipe", "pipe", "pipe"],
    })
    const answers = new Promise<string>((done) => {
      let text = ""
      child.stdout.setEncoding("utf8").on("data", (more: string) => {
        text += more
        if (text.includes('"id":2')) child.stdin.end()
      })
      child.once("close", () => done(text))
    })
    const initialize = { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "host", version: "1" } }
    for (const message of [
      { jsonrpc: "2.0", id: 1, method: "initialize", params: initialize },
      { jsonrpc: "2.0", method: "notifications/initialized" },
      { jsonrpc: "2.0", id: 2, method: "tools/list" },
    ]) {
      child.stdin.write(`${JSON.stringify(message)}\n`)
    }
    const lines = (await answers).trim().split("\n")
    const list = lines.map((line) => JSON.parse(line)).find(({ id }) => id === 2)
    const names = list.result.tools.map(({ name }: { readonly name: string }) => name)
    assert.deepStrictEqual(names.toSorted(), manifest.tools.map(({ name }) => name).toSorted())
  })
})
