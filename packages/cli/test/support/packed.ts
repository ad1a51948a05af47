/**
 * The command, and with it the programs that the network's tests start, packed for all tests of a run: packed, they
 * start several times faster than from their sources. They lie in a folder of their own, so that no other build is
 * removed, and stay there for the next run, which packs only what has changed.
 */
import { execFileSync } from "node:child_process"
import { createHash } from "node:crypto"
import {
  existsSync,
  globSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs"
import { basename, join } from "node:path"
import { fileURLToPath } from "node:url"

/** Also from a packed program. */
const cli = fileURLToPath(new URL("../..", import.meta.url))

/** The folder of the packed command. */
export const folder = join(cli, ".packed/programs")

const current = join(cli, ".packed")

/** The path of a packed program. */
export const packedProgram = (name: string): string => join(folder, `${name}.js`)

/** The path of the packed command. */
export const packed = packedProgram("porthole")

/** Packs the command and the programs if they aren't there as they would be: vitest calls this before all tests. */
export const setup = (): void => {
  const input = programs()
  if (existsSync(record) && readFileSync(record, "utf8") === recordOf(input, modulesOf(record))) return
  // Another run may pack, too, so each packs into a folder of its own.
  const draft = mkdtempSync(join(cli, ".packed-"))
  const [into, modules] = [join(draft, "programs"), join(draft, "modules.json")]
  execFileSync(process.execPath, ["--input-type=module", "--eval", packing, JSON.stringify(input), into, modules], {
    cwd: cli,
    stdio: ["ignore", "ignore", "inherit"],
  })
  // A program in the folder looks for the command's files there.
  symlinkSync("../assets", join(draft, "assets"))
  writeFileSync(join(draft, "record.json"), recordOf(input, modulesOf(modules)))
  if (existsSync(current)) renameSync(current, join(draft, "before"))
  renameSync(draft, current)
  rmSync(join(current, "before"), { recursive: true, force: true })
}

// --- private --------------------------------------------------------------------------

/** What the programs are made of: the sources with their contents. */
const record = join(folder, "../record.json")

/** The paths of the programs by name, but for those with libraries that can't be bundled. */
const programs = (): Readonly<Record<string, string>> =>
  Object.fromEntries(
    globSync("../test-net/test/programs/[a-z]*.ts", { cwd: cli })
      .map((path) => [basename(path, ".ts"), path] as const)
      .filter(([name]) => name !== "serve" && name !== "jobs"),
  )

/** Files that decide what is packed, beside the modules. The lock file stands for the libraries. */
const others = [
  "*.{mjs,json}",
  "assets/**",
  "../../{pnpm-lock.yaml,tsconfig.base.json,packaging/porthole.service}",
  "../../skills/**",
  "../*/package.json",
  "../{extract-pdf,vectors-en}/{assets/**,NOTICE}",
  "../{extract/src/formats,extract-office/src,extract-pdf/src}/*Format.ts",
]

const modulesOf = (file: string): ReadonlyArray<string> => {
  const { modules }: { readonly modules: ReadonlyArray<string> } = JSON.parse(readFileSync(file, "utf8"))
  return modules
}

const recordOf = (input: object, modules: ReadonlyArray<string>): string => {
  const files = globSync(others, { cwd: cli }).map((path) => join(cli, path))
  const contents = createHash("sha256")
  for (const file of [...modules, ...files.toSorted()]) {
    contents.update(`${file}\0`)
    if (existsSync(file) && statSync(file).isFile()) contents.update(readFileSync(file))
  }
  return JSON.stringify({ input, modules, contents: contents.digest("hex") })
}

const packing = `
  import { writeFileSync } from "node:fs"
  import { build } from "rolldown"
  import configs from "./rolldown.config.mjs"
  const [, programs, dir, modules] = process.argv
  const [command, ...others] = configs
  const chunks = []
  for (const config of [{ ...command, input: { ...command.input, ...JSON.parse(programs) } }, ...others])
    chunks.push(...(await build({ ...config, output: { ...config.output, dir } })).output)
  const isOurs = (id) => !id.startsWith("\\0") && !id.includes("node_modules")
  const ids = chunks.flatMap((chunk) => chunk.moduleIds ?? []).filter(isOurs)
  writeFileSync(modules, JSON.stringify({ modules: [...new Set(ids)].sort() }))
`
