/**
 * Writes the texts from which `packages/vectors-en/bin/make-vectors.py` learns: the main content of each page of
 * wcxb-dev that no question of any set asks about, by the page's name.
 *
 *   node bench/passages/src/trainingPages.ts --corpus DIR --out PAGES.json
 */
import { readdirSync, writeFileSync } from "node:fs"
import { basename, join } from "node:path"
import * as Options from "../../harness/Options.ts"
import * as Documents from "./Documents.ts"
import * as Pages from "./Pages.ts"
import * as Questions from "./Questions.ts"

const { corpus, out } = Options.read({ corpus: "", out: "" }, "corpus")

const asked = new Set(
  [Questions.read, Questions.readWhole, Questions.readSixty, Questions.readFresh, Questions.readLater]
    .flatMap((read) => read(corpus))
    .map(({ page }) => Documents.printedPage(page) ?? page),
)
const names = readdirSync(join(corpus, "wcxb-dev", "html"))
  .map((file) => `wcxb-dev/${basename(file, ".html.gz")}`)
  .filter((name) => !asked.has(name))
  .toSorted()
const pages = await Pages.read(
  corpus,
  names.map((page) => ({ page })),
)
const texts = names.map((name) => [name, pages.get(name)?.text.slice(0, pages.get(name)?.mainLength)])
writeFileSync(out, JSON.stringify(Object.fromEntries(texts)))
console.log(`${names.length} pages; ${asked.size} are asked about`)
