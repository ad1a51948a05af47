/**
 * `pnpm mutants [--fast] [--only NAME]...`: removes each check from a copy of the work tree and runs the tests that
 * must fail. Prints docs/evidence/mutants.md, and exits with 1 if no test failed for a check or a trial didn't run.
 * `--fast` skips tests that need their own network namespace (root and `unshare`); `--only` takes the mutants whose
 * name contains NAME.
 */
import { parseArgs } from "node:util"
import { mutants } from "./all.ts"
import { type Mutant, needsNetwork } from "./Mutant.ts"
import * as Table from "./Table.ts"
import * as Trial from "./Trial.ts"
import * as WorkTree from "./WorkTree.ts"

const { values } = parseArgs({
  options: { fast: { type: "boolean", default: false }, only: { type: "string", multiple: true, default: [] } },
})

const chosen = mutants
  .filter(({ name }) => values.only.length === 0 || values.only.some((text) => name.includes(text)))
  .filter(({ tests }) => !(values.fast && tests.some(needsNetwork)))

const tell = (text: string): void => void process.stderr.write(`${text}\n`)

const tryOut = (mutant: Mutant, from: string): Table.Row["outcome"] => {
  using copy = WorkTree.copy(from)
  for (const edit of mutant.edits) {
    const count = WorkTree.apply(copy.folder, edit)
    if (count !== 1) return { error: `${edit.file}: ${JSON.stringify(edit.find)} occurs ${count} times, not once` }
  }
  const files = mutant.edits.map(({ file }) => file)
  const errors = Trial.compile(copy.folder, files)
  return errors.length > 0 ? { error: errors.join("\n") } : Trial.test(copy.folder, mutant.tests)
}

const main = (): number => {
  using sound = WorkTree.copy(WorkTree.root)
  const sources = new Set(chosen.flatMap(({ edits }) => edits.map(({ file }) => file)))
  const errors = Trial.compile(sound.folder, [...sources])
  if (errors.length > 0) return (tell(`The work tree doesn't compile:\n${errors.join("\n")}`), 1)
  const tests = new Set(chosen.flatMap(({ tests }) => tests))
  const { broken, failed, passed } = Trial.test(sound.folder, [...tests])
  if (passed === 0 || failed.length + broken.length > 0) {
    return (tell(`The tests aren't green to begin with:\n${[...failed, ...broken].join("\n")}`), 1)
  }
  tell(`${passed} tests in ${tests.size} files are green; ${chosen.length} mutants`)
  const rows: Array<Table.Row> = []
  for (const [at, mutant] of chosen.entries()) {
    const row = { mutant, outcome: tryOut(mutant, sound.folder) }
    rows.push(row)
    const red = "error" in row.outcome ? "error" : row.outcome.failed.length
    tell(`${at + 1}/${chosen.length} ${mutant.name}: ${red}`)
  }
  const bad = rows.filter((row) => Table.verdictOf(row) !== "killed")
  for (const row of bad) tell(`${row.mutant.name}: ${Table.verdictOf(row)}: ${Table.why(row)}`)
  process.stdout.write(Table.toMarkdown(rows))
  return bad.length === 0 && chosen.length > 0 ? 0 : 1
}

process.exitCode = main()
