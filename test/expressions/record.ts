/**
 * `pnpm expressions`: judges every regular expression of the packages anew, and writes down which ones are safe
 * (`safe.json`). It fails if one isn't.
 */
import { writeFileSync } from "node:fs"
import { findAll } from "./Sources.ts"
import { judgeOf, namesOf, recordFile, type Recorded, refusedOf, verdictsOn } from "./Verdicts.ts"

const { expressions } = findAll()
const refused = refusedOf(expressions, await verdictsOn(expressions))
if (refused.length > 0) {
  console.error("Not safe:", refused)
  process.exitCode = 1
} else {
  const record: Recorded = { judge: judgeOf(), safe: namesOf(expressions) }
  writeFileSync(recordFile, `${JSON.stringify(record, null, 2)}\n`)
}
