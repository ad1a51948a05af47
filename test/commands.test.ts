/**
 * Every command in the docs, parsed like a shell. The parser of `porthole` checks each `porthole` command; scripts,
 * files, packages and options must exist. `packages/test-net/test/docs-commands.long.test.ts` also runs the commands of
 * blocks of shell code.
 */
import * as NodeServices from "@effect/platform-node/NodeServices"
import { SettingSet } from "@porthole/core"
import * as CliError from "effect/cli/CliError"
import * as CliOutput from "effect/cli/CliOutput"
import * as Command from "effect/cli/Command"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { spawnSync } from "node:child_process"
import { existsSync, globSync, readFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { assert, it } from "vitest"
import { layerProcess } from "../packages/cli/src/Output.ts"
import { parsable, porthole } from "../packages/cli/src/porthole.ts"
import * as Usage from "../packages/cli/src/Usage.ts"
import * as ServerSettings from "../packages/serve/src/settings/ServerSettings.ts"
import * as ProviderSettings from "../packages/tools/src/providers/ProviderSettings.ts"
import * as JobSettings from "../packages/tools/src/settings/JobSettings.ts"
import { manifest } from "../packages/tools/src/providers/ProviderName.ts"
import { blocksOf, notRun, pages, readPage } from "./DocsCommands.ts"
import { areas } from "./mutation/areas.ts"

const root = join(import.meta.dirname, "..")
const read = (file: string) => readFileSync(join(root, file), "utf8")
const { scripts }: { readonly scripts: Readonly<Record<string, string>> } = JSON.parse(read("package.json"))

/** Packages that users install: ours, and those that the examples use. */
const packages = new Set([
  ...globSync("packages/*/package.json", { cwd: root }).map((file) => String(JSON.parse(read(file)).name)),
  ...Object.keys(JSON.parse(read("examples/package.json")).dependencies),
])

type Words = ReadonlyArray<string>

/** The simple commands of a shell text: without comments, leading variables and redirections. */
const commandsOf = (text: string): ReadonlyArray<Words> =>
  text
    .replaceAll("\\\n", " ")
    .replace(/\$\(([^)]*)\)/g, "; $1\n")
    .split("\n")
    .flatMap((line) => {
      const tokens = line.replace(/(?:^|\s)#.*/, "").match(/[<>|&;]+|(?:'[^']*'|"[^"]*"|[^\s'"<>|&;])+/g) ?? []
      const commands: Array<Array<string>> = [[]]
      for (const [at, token] of tokens.entries()) {
        if (/^[|&;]/.test(token)) commands.push([])
        else if (!/^[<>]/.test(token) && !/^[<>]/.test(tokens[at - 1] ?? "")) commands.at(-1)?.push(token)
      }
      return commands
    })
    .map((words) => words.slice(words.findIndex((word) => !/^(?:export$|\w+=)/.test(word))))
    .map((words) => words.map((word) => word.replace(/^(['"])(.*)\1$/, "$2")))
    .filter(([first]) => first !== undefined && !/^(?:export$|\w+=)/.test(first))

/** The errors of the parser of `porthole`; no command runs. */
const errorsOf = (args: Words): Promise<ReadonlyArray<CliError.CliError>> => {
  const parsed = new CliError.ValidationError({ message: "parsed" })
  const parser = Command.validate(porthole, () => Effect.fail(parsed))
  let errors: ReadonlyArray<CliError.CliError> = []
  const presenter = Layer.succeed(CliOutput.Presenter, {
    present: (event) =>
      Effect.sync(() => {
        if (event._tag === "InvalidInvocation") errors = event.errors.filter((error) => error !== parsed)
      }),
  })
  const output = layerProcess({ colours: false, progress: false, pager: undefined })
  return Effect.runPromise(
    Command.runWith(parser, { version: "" })(parsable(args)).pipe(
      Effect.exit,
      Effect.map(() => errors),
      Effect.provide([presenter, NodeServices.layer, Usage.layerFlags, output]),
    ),
  )
}

/**
 * The error of a script of ours: a missing file, an unknown option of Node, or an option that no source in its folder
 * names.
 */
const faultOfScript = (args: Words): string | undefined => {
  if (args[0] === "-e") return undefined
  const at = args.findIndex((arg) => !arg.startsWith("-"))
  const file = args[at] ?? ""
  if (!existsSync(join(root, file))) return `${file} doesn't exist`
  const nodeOptions = args.slice(0, at)
  if (nodeOptions.length > 0 && spawnSync(process.execPath, [...nodeOptions, "-e", ""]).status !== 0) {
    return `Node has no option like ${nodeOptions.join(" ")}`
  }
  if (file.includes("node_modules")) return undefined
  const sources = [file, ...globSync(`${dirname(file)}/**/*.ts`, { cwd: root, exclude: ["**/node_modules/**"] })]
  const code = sources.map(read).join("\n")
  const options = args.slice(at).flatMap((arg) => /^--([\w-]+)/.exec(arg)?.[1] ?? [])
  const defaults = Array.from(code.matchAll(/Options\.read\(\s*(\{[^}]*\})/g), ([, names = ""]) => names).join("\n")
  const isKnown = (name: string): boolean =>
    new RegExp(`"--${name}\\b|\\b${name}"?: \\{ type`).test(code) || new RegExp(`[ "]${name}"?:`).test(defaults)
  const unknown = options.find((name) => !isKnown(name))
  return unknown === undefined ? undefined : `${file} has no --${unknown}`
}

/** A command's error; `isWhole` also requires its arguments. */
const faultOf = async (words: Words, isWhole: boolean): Promise<string | undefined> => {
  const [program = "", ...args] = words
  switch (program) {
    case "npx": {
      const [, ...rest] = args[0] === "-y" ? args : ["", ...args]
      if (rest[0]?.startsWith("pnpm@") === true) return faultOf(["pnpm", ...rest.slice(1)], isWhole)
      if (rest[0] === "@porthole/cli") return faultOf(["porthole", ...rest.slice(1)], isWhole)
      return rest[0] === "@modelcontextprotocol/inspector" ? undefined : `${rest[0]} is unknown`
    }
    case "pnpm": {
      const [script = "", ...rest] = args[0] === "--silent" ? args.slice(1) : args
      if (script === "exec") return faultOf(rest, isWhole)
      if (script === "porthole" || script === "vitest") return faultOf([script, ...rest], isWhole)
      if (["add", "changeset", "install", "pack"].includes(script)) return undefined
      const [first = "", ...others] = scripts[script]?.split(" ") ?? []
      if (first === "") return `package.json has no script ${script}`
      if (script === "mutation" && rest[0] !== undefined && !(rest[0] in areas)) return `${rest[0]} is no area`
      return first === "node" ? faultOfScript([...others, ...rest]) : undefined
    }
    case "node":
      return faultOfScript(args)
    case "vitest": {
      const file = args.find((arg) => arg.includes("/")) ?? ""
      return globSync(`${file}*`, { cwd: root }).length > 0 ? undefined : `${file} doesn't exist`
    }
    case "npm": {
      const names = args.slice(1).map((name) => name.replace(/(?<=.)@[\d.]+$/, ""))
      const unknown = names.find((name) => !name.startsWith("--") && !packages.has(name))
      return unknown === undefined ? undefined : `${unknown} is neither ours nor used by the examples`
    }
    case "docker": {
      const file = args[args.indexOf("-f") + 1] ?? ""
      if (args[0] === "build") return existsSync(join(root, file)) ? undefined : `${file} doesn't exist`
      const ours = args.slice(args.lastIndexOf("porthole") + 1)
      return args[0] === "run" && ours.length > 0 ? faultOf(["porthole", ...ours], isWhole) : undefined
    }
    case "install":
    case "systemctl": {
      const unit = "packaging/porthole.service"
      return existsSync(join(root, unit)) ? undefined : `${unit} doesn't exist`
    }
    case "systemd-run": {
      const ours = args.slice(args.lastIndexOf("porthole") + 1)
      return ours.length > 0 ? faultOf(["porthole", ...ours], isWhole) : `${program} runs nothing of ours`
    }
    case "cp":
    case "curl":
    case "echo":
    case "mkdir":
      return undefined
    case "porthole": {
      const errors = await errorsOf(args)
      const serious = errors.filter(({ _tag }) => isWhole || /^(?:Unrecognized|Unknown)/.test(_tag))
      return serious.length === 0 ? undefined : serious.map(({ message }) => message).join("; ")
    }
    default:
      return `${program} is unknown`
  }
}

it("the parser notices a wrong command, a wrong flag and a missing argument", async () => {
  for (const args of [
    ["serch"],
    ["search", "tides", "--colour"],
    ["fetch"],
    ["search", "x", "--max-results", "many"],
  ]) {
    assert.isNotEmpty(await errorsOf(args), args.join(" "))
  }
  assert.isEmpty(await errorsOf(["search", "tides", "--max-results", "5"]))
})

it("every command in a block of shell code can be run", async () => {
  const lines = pages.flatMap(blocksOf).flat()
  const faults: Array<string> = []
  for (const { page, text } of lines) {
    for (const words of commandsOf(text)) {
      const fault = await faultOf(words, true)
      if (fault !== undefined) faults.push(`${page}: ${text}: ${fault}`)
    }
  }
  assert.deepStrictEqual(faults, [])
  assert.isAtLeast(lines.length, 80)
})

it("the skill for agents names only commands and flags that exist, and is short", async () => {
  const file = "skills/porthole/SKILL.md"
  const text = readPage(file)
  assert.isAtMost(text.trimEnd().split("\n").length, 60)
  const [, front = "", body = ""] = /^---\n([^]*?)\n---\n([^]*)$/.exec(text) ?? []
  const fields = Object.fromEntries(front.split("\n").map((line) => line.split(/: (.*)/s).slice(0, 2)))
  assert.hasAllKeys(fields, ["name", "description"])
  assert.strictEqual(fields["name"], "porthole")
  assert.isAtMost(fields["description"].length, 1_024)
  const faults: Array<string> = []
  const lines = blocksOf(file).flat()
  for (const { text } of lines) {
    const [words = []] = commandsOf(text)
    const fault = words[0] === "porthole" ? await faultOf(words, true) : `${words[0]} isn't the command`
    if (fault !== undefined) faults.push(`${text}: ${fault}`)
  }
  assert.isAtLeast(lines.length, 8)
  for (const [, text = ""] of body.replace(/^```[^]*?^```/gm, "").matchAll(/`((?:porthole|npx) [^`]+)`/g)) {
    const fault = await faultOf(commandsOf(text)[0] ?? [], false)
    if (fault !== undefined) faults.push(`${text}: ${fault}`)
  }
  const reference = read("docs/reference/cli.md")
  for (const [flag] of body.matchAll(/--[a-z][a-z-]*/g)) {
    if (!reference.includes(`\`${flag} `) && !reference.includes(`\`${flag}\``)) faults.push(`${flag} is unknown`)
  }
  assert.deepStrictEqual(faults, [])
})

it("a page has each kind of command that no test runs", () => {
  const lines = pages.flatMap(blocksOf).flat()
  assert.deepStrictEqual(
    notRun.filter(([pattern]) => !lines.some(({ text }) => pattern.test(text))).map(([pattern]) => pattern.source),
    [],
  )
})

it("every command in running text exists, with its flags", async () => {
  const faults: Array<string> = []
  for (const page of pages) {
    const prose = readPage(page).replace(/^```[^]*?^```/gm, "")
    for (const [, text = ""] of prose.matchAll(/`((?:npx -y pnpm@12 |pnpm |porthole |node )[^`]+)`/g)) {
      const words = commandsOf(text.replace(/ [A-Z]+\b.*|[|[…].*/, ""))[0] ?? []
      const fault = words.length < 2 ? undefined : await faultOf(words, false)
      if (fault !== undefined) faults.push(`${page}: ${text}: ${fault}`)
    }
  }
  assert.deepStrictEqual(faults, [])
})

/** The entry of a server in an MCP client's settings: a command of this machine, or the URL of a server. */
interface McpEntry {
  readonly command?: string
  readonly args?: ReadonlyArray<string>
  readonly url?: string
}

it("every entry of an MCP client in the docs starts the MCP server, or names the path of one", async () => {
  const faults: Array<string> = []
  const blocks = pages.flatMap((page) =>
    [...readPage(page).matchAll(/^```json\n([^]*?)^```/gm)].map(([, text]) => text),
  )
  for (const text of blocks.filter((text) => text?.includes("mcpServers"))) {
    const { mcpServers }: { readonly mcpServers: Readonly<Record<string, McpEntry>> } = JSON.parse(text ?? "")
    for (const { args = [], command = "", url } of Object.values(mcpServers)) {
      if (url !== undefined) {
        assert.strictEqual(new URL(url).pathname, "/mcp")
        continue
      }
      const words = [command.replace(/^.*\/node$/, "node"), ...args.map((arg) => arg.replace("/path/to/porthole/", ""))]
      assert.include(words, "mcp")
      const fault = await faultOf(words, true)
      if (fault !== undefined) faults.push(`${words.join(" ")}: ${fault}`)
    }
  }
  assert.deepStrictEqual(faults, [])
  assert.isAtLeast(blocks.length, 6)
})

it("every variable in the docs is a setting, or the code reads it", () => {
  const tables = [ProviderSettings.table, JobSettings.table, ServerSettings.table]
  const settings = new Set<string>(
    tables
      .flatMap(({ fields }) => Object.entries(fields))
      .map(([name, { manual }]) => SettingSet.environmentName(name, manual)),
  )
  settings.add("PORTHOLE_ACME_URL") // of the guide's fictional provider
  for (const { addressVariable } of Object.values(manifest)) settings.add(addressVariable)
  const code = globSync(["packages/*/{src,test,bin}/**/*.ts", "examples/{src,test}/**/*.ts"], { cwd: root }).map(read)
  const others = new Set(code.flatMap((text) => text.match(/\b[A-Z]+(?:_[A-Z]+)+\b/g) ?? []))
  const unknown = pages.flatMap((page) =>
    (readPage(page).match(/\b(?:PORTHOLE_[A-Z_]+|[A-Z]+_(?:API_KEY|URL))\b/g) ?? [])
      .filter((name) => !settings.has(name) && !others.has(name))
      .map((name) => `${page}: ${name}`),
  )
  assert.deepStrictEqual(unknown, [])
})
