/**
 * The rules around the model of blocks, each with the edits that take it out, and readers without them. A reader is the
 * same code with edited sources, so that the product needs no switches. An edit that changes nothing is an error.
 */
import { readFileSync } from "node:fs"
import { registerHooks } from "node:module"
import { fileURLToPath } from "node:url"
import type * as Content from "../../../../packages/extract/src/content/Content.ts"
import { type Model, modelOf } from "../../../../packages/extract/src/content/Model.ts"
import type * as Pipeline from "../../../../packages/extract/src/html/Pipeline.ts"
import type { Reading } from "../../../../packages/extract/src/html/Stage.ts"
import { readUpTo } from "../../../../packages/extract/train/model/UpTo.ts"
import { foldFile, folds } from "../../../../packages/extract/train/model/Weights.ts"
import type { Answer, Input } from "../Candidates.ts"
import { readBy } from "../candidates/ours.ts"
import { Corpus } from "../Corpora.ts"

/** Changes in a file: each text is replaced by the one after it. */
type Edits = readonly [file: string, ...ReadonlyArray<readonly [from: string | RegExp, to: string]>]

const edits: Readonly<Record<string, Edits>> = {
  offers: ["Offers.ts", ["if (lists.length === 0)", "if (true)"]],
  price: ["Price.ts", ["if (!types.has", "return undefined\n  if (!types.has"]],
  standfirst: ["Introductions.ts", ["...standfirstIn(judged, kept),", ""]],
  titles: ["Introductions.ts", ["...titlesIn(judged, kept),", ""]],
  cardPictures: ["CardPictures.ts", ["areCards ?", "false ?"]],
  records: [
    "Records.ts",
    ["const groups = [...merged(gather(body, shapes)), ...postsOf(body)]", "const groups: any = []"],
  ],
  replies: ["Records.ts", ["merged(gather(body, shapes))", "gather(body, shapes)"]],
  microdata: ["Records.ts", [", ...postsOf(body)", ""]],
  listsOfLists: ["Records.ts", ["&& !isOfLists(group, accepted, shapes)", ""]],
  columns: ["Columns.ts", ["isCore:\n", "isCore: true ||\n"]],
  likeness: ["Columns.ts", ["if (!arePosts && !areAlike", "if (false && !areAlike"]],
  sure: ["Units.ts", ["sure.length > 0 ? sure : known", "known"]],
  identity: ["Columns.ts", ["keys.has(place) ||", ""]],
  authors: ["Columns.ts", ["authorsIn(columns, records.size, isLong)", "new Set<any>()"]],
  small: ["Columns.ts", [/\(isSmall && .*\|\|/, ""]],
  prices: ["Columns.ts", [/\|\|\s*column\.some\(.*maxPartWords\)/, ""]],
  alignment: ["Cells.ts", ["return aligned(cells, records.size, arePosts)", "return cells"]],
  quotations: ["Cells.ts", [/const path = .* \? around : /, "const path = "]],
  tables: ["Units.ts", ["Map.groupBy(tablesOf(pieces),", "Map.groupBy([] as any,"]],
  tableLists: ["Units.ts", ["listOf(table, pieces, records) ?? table", "table"]],
  tableLabels: ["Units.ts", ["const hasLabel =", "const hasLabel = false &&"]],
  beside: ["Units.ts", ["const beside =", "const beside = true ? 0 :"]],
  itemLists: ["Units.ts", [/for \(const members of itemListsOf.*\n/, ""]],
  between: ["Units.ts", ["const between =", "const between = true ? 0 :"]],
  fields: ["Units.ts", ["isFieldOf(piece, pieces[at + 1]) ?", "false ?"]],
  headings: ["Units.ts", ["if (level < keptLevel) kept[at] = true", ""]],
  linkedHeadings: ["Units.ts", ["if (chance < minLinked)", "if (false)"]],
  recall: ["Selection.ts", ["const recallWeight = recallWeightOf(candidates)", "const recallWeight = 0.7"]],
  pictures: ["Content.ts", ["...picturesOf(found, kept), ", ""]],
  marks: ["Content.ts", ["...marksOf(found, kept), ", ""]],
  repeatedTitle: ["RepeatedTitle.ts", ["if (lineOf(content) !== lineOf(heading))", "if (false)"]],
}

/** The names of all rules. */
export const allRules: ReadonlyArray<string> = Object.keys(edits)

/** A reader, and a text that tells two readers' choices of a page's blocks apart. */
export interface Reader {
  readonly read: (input: Input) => Answer
  readonly choiceOf: (reading: Reading, input: Input) => string
}

/** A reader with all rules (named `all`), and one without each of some rules, by the weights of the page's fold. */
export const readersOf = async (rules: ReadonlyArray<string>): Promise<ReadonlyMap<string, Reader>> => {
  const readers = new Map<string, Reader>()
  for (const rule of [withAll, ...rules]) readers.set(rule, await readerWithout(rule))
  return readers
}

/**
 * The answers of all readers to a page, by their names. Most rules change nothing on most pages, so a page is read
 * again only where the choice is another one.
 */
export const answersOf = (readers: ReadonlyMap<string, Reader>, input: Input): ReadonlyMap<string, Answer> => {
  const choices = new Map<string, string>()
  readUpTo("content", { ...input, expected: "" }, (reading) => {
    for (const [name, { choiceOf }] of readers) choices.set(name, choiceOf(reading, input))
  })
  const answers = new Map<string, Answer>()
  for (const [name, { read }] of readers) {
    const choice = choices.get(name) ?? name
    const same = name === "repeatedTitle" ? undefined : [...answers.keys()].find((one) => choices.get(one) === choice)
    answers.set(name, (same === undefined ? undefined : answers.get(same)) ?? read(input))
  }
  return answers
}

// --- private --------------------------------------------------------------------------

/** The modules that are loaded again for each reader. */
const reloaded = /\/packages\/extract\/src\/(?:content|html)\/\w+\.ts$/

registerHooks({
  resolve: (specifier, context, next) => {
    const found = next(specifier, context)
    const rule = /\?without=\w+/.exec(context.parentURL ?? "")?.[0]
    return rule !== undefined && reloaded.test(found.url) ? { ...found, url: `${found.url}${rule}` } : found
  },
  load: (url, context, next) => {
    const [, file = "", rule = ""] = /\/content\/(\w+\.ts)\?without=(\w+)$/.exec(url) ?? []
    const [edited, ...changes] = edits[rule] ?? []
    if (edited !== file || file === "") return next(url, context)
    let source = readFileSync(fileURLToPath(url), "utf8")
    for (const [from, to] of changes) {
      const changed = source.replace(from, to)
      if (changed === source) throw new Error(`${rule}: ${file} has no ${from}`)
      source = changed
    }
    return { format: "module-typescript", shortCircuit: true, source }
  },
})

const withAll = "all"

const models: ReadonlyArray<Model> = Array.from({ length: folds }, (_, fold) =>
  modelOf(JSON.parse(readFileSync(foldFile(fold), "utf8"))),
)

const readerWithout = async (rule: string): Promise<Reader> => {
  const root = "../../../../packages/extract/src"
  const query = rule === withAll ? "" : `?without=${rule}`
  const { contentStage, stages }: typeof Pipeline = await import(`${root}/html/Pipeline.ts${query}`)
  const { splitOf }: typeof Content = await import(`${root}/content/Content.ts${query}`)
  const modelFor = ({ site = 0 }: Input) => models[Corpus.foldOf({ site }, folds)]
  return {
    read: (input) =>
      readBy(
        input,
        stages.map((stage) => (stage.name === "content" ? contentStage(modelFor(input)) : stage)),
      ),
    choiceOf: ({ declared, document, fetched, title }, input) => {
      const split = splitOf(document.body, { url: fetched.url, title, declared }, modelFor(input))
      return `${split?.rejected.map(({ before }) => before)} ${split?.wordless.length}`
    },
  }
}
