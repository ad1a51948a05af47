/**
 * `pnpm mutants:mapping [--all] [provider]...`: deletes each line of the providers' mappings in turn and runs that
 * provider's tests, of which one has to turn red. Prints a table by provider, and the lines that nobody missed; ends
 * with 1 when there is such a line without a written reason. `--all` tells what became of every line, those that are no
 * mutants included.
 */
import { parseArgs } from "node:util"
import * as MappingLines from "./MappingLines.ts"
import { reasonOf } from "./MappingReasons.ts"
import * as MappingTrial from "./MappingTrial.ts"

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { all: { type: "boolean", default: false } },
})

const tell = (text: string): void => void process.stderr.write(`${text}\n`)

const at = ({ file, number, text }: MappingLines.Line): string => `${file}:${number}: ${text}`

interface Row {
  readonly cells: ReadonlyArray<string | number>
  readonly isGood: boolean
}

const tryProvider = async (name: string): Promise<Row> => {
  const { mutants, unparsable } = MappingLines.linesOf(name)
  const started = performance.now()
  const verdicts = await MappingTrial.tryAll(name, mutants)
  const seconds = Math.round((performance.now() - started) / 1_000)
  if (typeof verdicts === "string") {
    tell(`${name}: ${verdicts}`)
    return { cells: [name, unparsable.length, mutants.length, "ERROR", "", "", seconds], isGood: false }
  }
  const unseen = verdicts.flatMap(({ line, red }) => (red === undefined ? [line] : []))
  const survivors = unseen.filter((line) => reasonOf(line) === undefined)
  if (values.all) {
    for (const line of unparsable) tell(`not a mutant: ${at(line)}`)
    for (const { line, red } of verdicts) if (red !== undefined) tell(`killed: ${at(line)}\n        by ${red}`)
  }
  for (const line of unseen) tell(`${reasonOf(line) ?? "SURVIVED"}: ${at(line)}`)
  const killed = verdicts.length - unseen.length
  const excused = unseen.length - survivors.length
  return {
    cells: [name, unparsable.length, mutants.length, killed, excused, survivors.length, seconds],
    isGood: survivors.length === 0 && mutants.length > 0,
  }
}

const main = async (): Promise<number> => {
  const wanted = positionals
  const known = MappingLines.providers()
  const unknown = wanted.filter((name) => !known.includes(name))
  if (unknown.length > 0) return (tell(`No such provider: ${unknown}. There are ${known.join(", ")}.`), 1)
  const rows: Array<Row> = []
  for (const name of known.filter((one) => wanted.length === 0 || wanted.includes(one))) {
    tell(`${name} …`)
    rows.push(await tryProvider(name))
  }
  const head = ["provider", "don't parse", "mutants", "killed", "excused", "SURVIVED", "seconds"]
  for (const cells of [head, head.map(() => "---"), ...rows.map((row) => row.cells)]) {
    process.stdout.write(`| ${cells.join(" | ")} |\n`)
  }
  return rows.length > 0 && rows.every(({ isGood }) => isGood) ? 0 : 1
}

// Disposing of the copies and of the process that runs them happens on the way out.
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(130))

process.exitCode = await main()
