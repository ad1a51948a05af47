/**
 * The sources from which Porthole is installed: the registry's entry, the manifest of the MCP bundle, the image, the
 * systemd unit. `packaging.long.test.ts` builds the bundle and starts it.
 */
import { validateManifest } from "@anthropic-ai/mcpb/node"
import { spawnSync } from "node:child_process"
import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join, matchesGlob } from "node:path"
import { assert, describe, it } from "vitest"
import * as Yaml from "yaml"
import { parse } from "../packaging/docker/Dockerfile.ts"
import * as Licences from "../packaging/licences/licences.mjs"
import { icon } from "../packaging/mcpb/icon.ts"
import { manifest } from "../packaging/mcpb/manifest.ts"

const root = join(import.meta.dirname, "..")
const read = (path: string): string => readFileSync(join(root, path), "utf8")
const cli = JSON.parse(read("packages/cli/package.json"))

describe("server.json", () => {
  const server = JSON.parse(read("packages/cli/server.json"))

  it("keeps to the registry's schema of December 2025", () => {
    assert.strictEqual(server.$schema, "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json")
    assert.match(server.name, /^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/)
    assert.isAtMost(server.name.length, 200)
    assert.isAtMost(server.title.length, 100)
    assert.isAtLeast(server.description.length, 1)
    assert.isAtMost(server.description.length, 100)
    const [entry, ...others] = server.packages
    assert.lengthOf(others, 0)
    assert.deepInclude(entry, { registryType: "npm", identifier: cli.name, transport: { type: "stdio" } })
    assert.deepStrictEqual(entry.packageArguments, [{ type: "positional", value: "mcp" }])
    for (const variable of entry.environmentVariables) {
      assert.match(variable.name, /^[A-Z_]+$/)
      assert.strictEqual(variable.isSecret, variable.name.endsWith("_KEY") ? true : undefined)
    }
  })

  it("agrees with the package on name and version", () => {
    assert.strictEqual(cli.mcpName, server.name)
    assert.deepStrictEqual([server.version, server.packages[0].version], [cli.version, cli.version])
    assert.match(cli.version, /^\d+\.\d+\.\d+/)
  })
})

describe("the manifest of the MCP bundle", () => {
  it("is a valid manifest 0.3 of this version", () => {
    const folder = mkdtempSync(join(tmpdir(), "porthole-manifest-"))
    const file = join(folder, "manifest.json")
    writeFileSync(file, JSON.stringify(manifest))
    writeFileSync(join(folder, manifest.icon), icon())
    assert.isTrue(validateManifest(file))
    assert.deepInclude(manifest, { manifest_version: "0.3", name: "porthole", version: cli.version })
    rmSync(folder, { recursive: true })
  })

  it("names a privacy policy and its other addresses once the repository has one", () => {
    const program =
      'const { manifest } = await import("./packaging/mcpb/manifest.ts"); console.log(JSON.stringify(manifest))'
    const address = "https://git.example/owner/porthole"
    const made = spawnSync(process.execPath, ["--input-type=module", "--eval", program], {
      cwd: root,
      encoding: "utf8",
      env: { ...process.env, PORTHOLE_REPOSITORY: address },
    })
    const named = JSON.parse(made.stdout)
    assert.deepStrictEqual(named.privacy_policies, [`${address}/blob/HEAD/docs/privacy.md`])
    assert.isTrue(existsSync(join(root, "docs/privacy.md")))
    for (const field of ["homepage", "documentation", "support"]) assert.include(named[field], address)
    assert.notProperty(manifest, "homepage")
  })

  it("has an icon that a host can show", () => {
    const bytes = icon()
    assert.strictEqual(bytes.toString("latin1", 1, 4), "PNG")
    assert.deepStrictEqual([bytes.readUInt32BE(16), bytes.readUInt32BE(20)], [512, 512])
    assert.isBelow(bytes.length, 100_000)
  })
})

describe("the licences of what is shipped", () => {
  it("are found for a bundle's packages, with what a package contains itself", () => {
    const folders = Licences.foldersOf([
      join(root, "packages/core/src/index.ts"),
      realpathSync(join(root, "packages/backend-fetch/node_modules/undici")) + "/index.js",
      realpathSync(join(root, "packages/extract-pdf/node_modules/unpdf")) + "/dist/pdfjs.mjs",
    ])
    assert.strictEqual(folders.size, 2)
    const text = Licences.textOf(folders)
    assert.match(text, /^undici \d+\.\d+\.\d+ \(MIT\)$/m)
    assert.include(text, "Copyright Mozilla Foundation")
  })

  it("can't be missing in silence", () => {
    const folder = mkdtempSync(join(tmpdir(), "porthole-licence-"))
    const write = (license: string) =>
      writeFileSync(
        join(folder, "package.json"),
        JSON.stringify({ name: "x", version: "1.0.0", license, author: "A. B." }),
      )
    write("EUPL-1.2")
    assert.throws(() => Licences.licenceOf(folder), /x 1\.0\.0 \(EUPL-1\.2\)/)
    write("ISC")
    assert.include(Licences.licenceOf(folder).text, "Copyright (c) A. B.")
    rmSync(folder, { recursive: true })
  })
})

describe("the plugins of clients", () => {
  it.each([
    [".claude-plugin/plugin.json", ".claude-plugin/plugin.json"],
    [".cursor-plugin/plugin.json", ".cursor-plugin/plugin.json"],
    ["packaging/codex/.codex-plugin/plugin.json", "packaging/codex/.mcp.json"],
    ["gemini-extension.json", "gemini-extension.json"],
  ])("start the published command: %s", (file, servers) => {
    const plugin = JSON.parse(read(file))
    assert.match(plugin.name, /^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/)
    assert.deepInclude(plugin, { name: "porthole", version: cli.version })
    const { mcpServers } = JSON.parse(read(servers))
    assert.deepStrictEqual(mcpServers, { porthole: { command: "npx", args: ["-y", cli.name, "mcp"] } })
  })

  it("are in a marketplace whose folder has the skill", () => {
    const { name, owner, plugins } = JSON.parse(read(".claude-plugin/marketplace.json"))
    assert.deepStrictEqual([name, typeof owner.name, plugins[0].source], ["porthole", "string", "./"])
    assert.isTrue(existsSync(join(root, plugins[0].source, "skills/porthole/SKILL.md")))
  })

  it("are where Codex looks for them: in a folder below its marketplace", () => {
    const { plugins } = JSON.parse(read(".agents/plugins/marketplace.json"))
    assert.lengthOf(plugins, 1)
    const { name, source } = plugins[0]
    const manifest = JSON.parse(read(join(source.path, ".codex-plugin/plugin.json")))
    assert.strictEqual(manifest.name, name)
    assert.isTrue(existsSync(join(root, source.path, manifest.mcpServers)))
  })

  it("have links that hold the same entry", () => {
    const links = [...read("docs/guides/mcp.md").matchAll(/\[Add to [^\]]+\]\(([^)]+)\)/g)].map(
      ([, url = ""]) => new URL(url),
    )
    assert.lengthOf(links, 3)
    for (const { searchParams } of links) {
      const config = searchParams.get("config") ?? ""
      const text = config.startsWith("{") ? config : Buffer.from(config, "base64").toString()
      assert.deepStrictEqual(JSON.parse(text), { command: "npx", args: ["-y", cli.name, "mcp"] })
    }
  })
})

describe("the Dockerfile", () => {
  const stages = parse(read("packaging/docker/Dockerfile"))
  const stageOf = (name: string) => stages.find((stage) => stage.name === name)
  const stepsOf = (stage: string, kind: string) => (stageOf(stage)?.steps ?? []).filter((step) => step.kind === kind)

  it.each(["server", "browser"])("runs as a user, after everything that only root may do: %s", (name) => {
    const kinds = (stageOf(name)?.steps ?? []).map(({ kind }) => kind)
    assert.deepStrictEqual(stepsOf(name, "USER").at(-1), { kind: "USER", value: "node" })
    assert.isBelow(kinds.lastIndexOf("RUN"), kinds.lastIndexOf("USER"))
    assert.isBelow(kinds.lastIndexOf("COPY"), kinds.lastIndexOf("USER"))
  })

  it("has a health check, and starts the server", () => {
    assert.lengthOf(stepsOf("server", "HEALTHCHECK"), 1)
    assert.lengthOf(stepsOf("server", "VOLUME"), 1)
    for (const name of ["server", "browser"])
      assert.deepStrictEqual(stepsOf(name, "CMD"), [{ kind: "CMD", words: ["serve"] }])
  })

  it("makes the server alone by default, and the browser with an init as a target", () => {
    assert.deepStrictEqual(stages.at(-1), { base: "server", name: undefined, steps: [] })
    assert.strictEqual(stageOf("browser")?.base, "server")
    const [server, browser] = ["server", "browser"].map((name) => stepsOf(name, "ENTRYPOINT")[0])
    if (server?.kind !== "ENTRYPOINT" || browser?.kind !== "ENTRYPOINT") return assert.fail()
    assert.deepStrictEqual(browser.words, ["/usr/bin/tini", "--", ...server.words])
    const [installed] = stepsOf("browser", "RUN")
    const [variables] = stepsOf("browser", "ENV")
    if (installed?.kind !== "RUN" || variables?.kind !== "ENV") return assert.fail()
    for (const name of ["chromium-headless-shell", "tini", "util-linux"]) assert.include(installed.command, ` ${name} `)
    assert.deepStrictEqual(variables.values, {
      PORTHOLE_RENDER: "auto",
      PORTHOLE_CHROMIUM: "/usr/lib/chromium/chromium-headless-shell",
    })
  })

  it("builds with the Node that the packages need, on stages that there are, and copies from such", () => {
    const names = stages.map(({ name }) => name)
    for (const [at, { base, steps }] of stages.entries()) {
      if (!names.slice(0, at).includes(base)) assert.match(base, /^node:24-/)
      for (const step of steps) if (step.kind === "COPY" && step.from !== undefined) assert.include(names, step.from)
    }
  })

  it("bundles by a tsconfig whose whole project is in the image's build", () => {
    const ignored = read("packaging/docker/Dockerfile.dockerignore")
      .split("\n")
      .filter((line) => line !== "")
    const projects = (file: string): ReadonlyArray<string> => {
      const { references = [] }: { readonly references?: ReadonlyArray<{ readonly path: string }> } = JSON.parse(
        read(file),
      )
      return [file, ...references.flatMap(({ path }) => projects(join(dirname(file), path)))]
    }
    // Without this line the bundler looks for one, and takes that of the workspace.
    const [, own = ""] = /^ {2}tsconfig: "(.*)",$/m.exec(read("packages/cli/rolldown.config.mjs")) ?? []
    assert.match(own, /\.json$/)
    const files = projects(join("packages/cli", own))
    assert.isAtLeast(files.length, 5)
    const isLeftOut = (file: string) => ignored.some((pattern) => matchesGlob(file, `${pattern}/**`))
    assert.deepStrictEqual(files.filter(isLeftOut), [])
    assert.isNotEmpty(projects("tsconfig.json").filter(isLeftOut))
  })

  it("is read whole: an unknown instruction is an error", () => {
    assert.throws(() => parse("FROM a\nADD b c\n"), /ADD/)
    assert.throws(() => parse("RUN a\n"), /FROM/)
    assert.deepStrictEqual(parse("FROM a AS b\n# no\nRUN c \\\n  && d\n"), [
      { base: "a", name: "b", steps: [{ kind: "RUN", command: "c  && d" }] },
    ])
  })
})

describe("pnpm", () => {
  it("shows its progress, and installs for the Node that scripts run on, whichever Node starts it", () => {
    const { catalog, loglevel, nodeVersion } = Yaml.parse(readFileSync(join(root, "pnpm-workspace.yaml"), "utf8"))
    assert.deepStrictEqual([loglevel, nodeVersion], [undefined, catalog.node])
  })
})

describe("porthole.service", () => {
  const unit = "packaging/porthole.service"
  const isInstalled = spawnSync("systemd-analyze", ["--version"]).status === 0
  // oxlint-disable-next-line no-console -- a skipped test must not go unnoticed
  if (!isInstalled) console.warn("SKIPPED: the check of the unit by systemd-analyze: it isn't installed.")

  it.skipIf(!isInstalled)("is valid for systemd, and not much exposed", () => {
    const verified = spawnSync("systemd-analyze", ["verify", join(root, unit)], { encoding: "utf8" })
    assert.deepStrictEqual([verified.status, verified.stderr], [0, ""])
    const judged = spawnSync("systemd-analyze", ["security", "--offline=true", join(root, unit)], { encoding: "utf8" })
    const [, exposure = "10"] = /exposure level for \S+: ([\d.]+)/.exec(judged.stdout) ?? []
    assert.isBelow(Number(exposure), 2)
  })

  it("has sections with one value a line", () => {
    let section = ""
    for (const line of read(unit).split("\n")) {
      if (line === "" || line.startsWith("#")) continue
      if (line.startsWith("[")) section = line
      else assert.match(line, /^[A-Z][A-Za-z]+=/, section)
    }
    assert.include(read(unit), "ExecStart=/usr/bin/env porthole serve\n")
  })

  it("has systemd start a server again that failed", () => assert.match(read(unit), /^Restart=on-failure$/m))
})
