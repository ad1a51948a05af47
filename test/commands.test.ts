/**
 * Every command in the docs, read like a shell reads it. The parser of `porthole` checks each `porthole` command;
 * scripts, files and variables must exist. `packages/cli/test/docs.test.ts` also runs those of the README and of
 * Getting started, and `packages/cli/test/scale.integration.test.ts` the servers of Several processes.
 */
import * as NodeServices from "@effect/platform-node/NodeServices"
import { Settings } from "@porthole/core"
import * as CliError from "effect/cli/CliError"
import * as CliOutput from "effect/cli/CliOutput"
import * as Command from "effect/cli/Command"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { existsSync, globSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { assert, it } from "vitest"
import { layerProcess } from "../packages/cli/src/Output.ts"
import { porthole } from "../packages/cli/src/porthole.ts"
import * as Usage from "../packages/cli/src/Usage.ts"
import { manifest } from "../packages/tools/src/providers/manifest.ts"

const root = join(import.meta.dirname, "..")
const read = (file: string) => readFileSync(join(root, file), "utf8")
const pages = globSync(["*.md", "docs/**/*.md", "packages/*/README.md"], {
  cwd: root,
  exclude: ["**/node_modules/**", "packages/test-net/**"],
})
const { scripts }: { readonly scripts: Readonly<Record<string, string>> } = JSON.parse(read("package.json"))

/** Programs whose commands aren't checked, with the reason. */
const elsewhere: Readonly<Record<string, string>> = {
  curl: "requests a server; the tests of packages/serve send the same requests",
  docker: "`pnpm docker:check` runs the Dockerfile's steps without Docker",
  npm: "installs published packages; `pnpm packed` installs them from tarballs",
  npx: "runs packages that aren't ours",
  install: "copies files of the system",
  systemctl: "needs systemd",
  echo: "writes the input of another command",
}

type Words = ReadonlyArray<string>

/** The simple commands of a text in shell: without comments, variables before them, and redirections. */
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

/** The errors of the parser of `porthole`; no command is run. */
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
    Command.runWith(parser, { version: "" })(args).pipe(
      Effect.exit,
      Effect.map(() => errors),
      Effect.provide([presenter, NodeServices.layer, Usage.layerFlags, output]),
    ),
  )
}

/** What is wrong with a command; `isWhole` demands its arguments, too. */
const faultOf = async (words: Words, isWhole: boolean): Promise<string | undefined> => {
  const [program = "", ...args] = words
  if (program === "npx" && args[0] === "-y" && args[1]?.startsWith("pnpm@") === true) {
    return faultOf(["pnpm", ...args.slice(2)], isWhole)
  }
  if (program === "npx" && args.includes("@porthole/cli") && args.indexOf("@porthole/cli") <= 1) {
    return faultOf(["porthole", ...args.slice(args.indexOf("@porthole/cli") + 1)], isWhole)
  }
  if (program === "pnpm") {
    const [script = "", ...rest] = args[0] === "--silent" ? args.slice(1) : args
    if (script === "porthole") return faultOf([script, ...rest], isWhole)
    if (script === "exec" || script === "vitest") return faultOf(script === "exec" ? rest : [script, ...rest], isWhole)
    return script in scripts || ["add", "changeset", "install", "pack"].includes(script) ? undefined : "no such script"
  }
  if (program === "node") {
    const file = args.find((arg) => !arg.startsWith("-")) ?? ""
    return args[0] === "-e" || existsSync(join(root, file)) ? undefined : `${file} doesn't exist`
  }
  if (program === "vitest") {
    const files = globSync(`${args[1] ?? ""}*`, { cwd: root })
    return files.length > 0 ? undefined : `${args[1]} doesn't exist`
  }
  if (program !== "porthole") return program in elsewhere ? undefined : `${program} is unknown`
  const errors = await errorsOf(args)
  const serious = errors.filter(({ _tag }) => isWhole || /^(?:Unrecognized|Unknown)/.test(_tag))
  return serious.length === 0 ? undefined : serious.map(({ message }) => message).join("; ")
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

it("every command in a block of shell code is one that can be run", async () => {
  const faults: Array<string> = []
  let count = 0
  for (const page of pages) {
    const blocks = read(page).matchAll(/^```sh\n([^]*?)^```|^\$ (.*)$/gm)
    for (const words of [...blocks].flatMap(([, block, line]) => commandsOf(block ?? line ?? ""))) {
      count++
      const fault = await faultOf(words, true)
      if (fault !== undefined) faults.push(`${page}: ${words.join(" ")}: ${fault}`)
    }
  }
  assert.deepStrictEqual(faults, [])
  assert.isAtLeast(count, 80)
})

it("every command in running text exists, with its flags", async () => {
  const faults: Array<string> = []
  for (const page of pages) {
    const prose = read(page).replace(/^```[^]*?^```/gm, "")
    for (const [, text = ""] of prose.matchAll(/`((?:npx -y pnpm@12 |pnpm |porthole |node )[^`]+)`/g)) {
      const words = commandsOf(text.replace(/ [A-Z]+\b.*|[|[…].*/, ""))[0] ?? []
      const fault = words.length < 2 ? undefined : await faultOf(words, false)
      if (fault !== undefined) faults.push(`${page}: ${text}: ${fault}`)
    }
  }
  assert.deepStrictEqual(faults, [])
})

it("every variable in the docs is a setting, or the code reads it", () => {
  const settings = new Set<string>(Settings.names.map(Settings.environmentName))
  settings.add("PORTHOLE_ACME_URL") // of the provider that the guide invents
  for (const { address } of Object.values(manifest)) settings.add(address)
  const code = globSync(["packages/*/{src,test,bin}/**/*.ts", "examples/{src,test}/**/*.ts"], { cwd: root }).map(read)
  const others = new Set(code.flatMap((text) => text.match(/\bPORTHOLE_[A-Z_]+\b/g) ?? []))
  const unknown = pages.flatMap((page) =>
    (read(page).match(/\bPORTHOLE_[A-Z_]+\b/g) ?? [])
      .filter((name) => !settings.has(name) && !others.has(name))
      .map((name) => `${page}: ${name}`),
  )
  assert.deepStrictEqual(unknown, [])
})
