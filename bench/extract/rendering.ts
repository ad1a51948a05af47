/**
 * Counts the pages that `render: auto` would render: of corpora, whose pages have their content without scripts, and of
 * the shells of applications, which have none:
 *
 *   node bench/extract/rendering.ts --corpus DIR [--every N]
 *
 * Prints the name of each page of a corpus that would be rendered, and of each shell that wouldn't.
 */
import { globSync, readFileSync } from "node:fs"
import { basename, join, relative } from "node:path"
import { gunzipSync } from "node:zlib"
import { printTable } from "../harness/Figures.ts"
import * as Options from "../harness/Options.ts"
import { isRendered } from "./src/RenderChoice.ts"
import { largeShells } from "./src/LargeShells.ts"
import { shells } from "./src/Shells.ts"

const { corpus, every } = Options.read({ corpus: "", every: 1 })
const files = globSync("*/html/**/*.html*", { cwd: corpus }).toSorted()
const chosen = new Map<string, { rendered: number; of: number; failed: number }>()
for (const file of files.filter((_, at) => at % every === 0)) {
  const path = join(corpus, file)
  const bytes = readFileSync(path)
  const [name = ""] = relative(corpus, path).split("/")
  const count = chosen.get(name) ?? { rendered: 0, of: 0, failed: 0 }
  chosen.set(name, count)
  count.of++
  const answer = isRendered(file.endsWith(".gz") ? gunzipSync(bytes) : bytes)
  if (answer === undefined) count.failed++
  if (answer !== true) continue
  count.rendered++
  console.log(`rendered      ${name} ${basename(file)}`)
}
const print = printTable("pages | rendered | of | not read")
for (const [name, { failed, of, rendered }] of chosen) print(name, rendered, of, failed)
for (const [name, all] of [
  ["shells", shells],
  ["shells with much around", largeShells],
] as const) {
  const missed = all.filter(({ html }) => isRendered(new TextEncoder().encode(html)) !== true)
  print(name, all.length - missed.length, all.length, 0)
  for (const { name } of missed) console.error(`not rendered  ${name}`)
}
