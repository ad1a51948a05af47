/**
 * The rules around the model of blocks, each with the edits that take it out, and readers without them. A reader is the
 * same code with edited sources, so that the product needs no switches. An edit that changes nothing is an error.
 */
import { readFileSync } from "node:fs"
import { registerHooks } from "node:module"
import { fileURLToPath } from "node:url"
import type * as Content from "../../../../packages/extract/src/content/Content.ts"
import { blocksOf } from "../../../../packages/extract/src/model/Block.ts"
import { type Judged, judge, type Model, modelOf } from "../../../../packages/extract/src/model/Model.ts"
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
  standfirst: ["Content.ts", ["of standfirstIn(judged, found)", "of [] as any"]],
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
  authors: ["Columns.ts", ["authorsIn(columns, records.size, isLong, areSigned)", "new Set<any>()"]],
  clutter: ["Columns.ts", ["isPost ? clutterIn", "isPost && false ? clutterIn"]],
  small: ["Columns.ts", ["const isSmall = ", "const isSmall = false && "]],
  tables: ["Units.ts", ["of tablesOf(pieces)", "of [] as any"]],
  beside: ["Units.ts", ["const beside =", "const beside = true ? 0 :"]],
  itemLists: ["Units.ts", [/for \(const members of itemListsOf.*\n/, ""]],
  between: ["Units.ts", ["const between =", "const between = true ? 0 :"]],
  fields: ["Units.ts", ["isFieldOf(piece, pieces[at + 1]) ?", "false ?"]],
  headings: ["Units.ts", ["if (level < keptLevel) kept[at] = true", ""]],
  emptyHeadings: ["EmptyHeadings.ts", ["!own.has(true)", "false"]],
  gaps: ["Content.ts", ["of gapsIn(blocks, units, found)", "of [] as any"]],
  unitedFates: ["Content.ts", ["unitedFates(blocks, chances, found, price)", "found"]],
  teasers: ["Content.ts", ["of teasersIn(blocks, chances, records, body)", "of [] as any"]],
  linkedHeadings: ["Units.ts", ["if (chance < minLinked)", "if (false)"]],
  recall: ["Selection.ts", ["const recallWeight = recallWeightOf(candidates)", "const recallWeight = 0.7"]],
  pictures: ["Content.ts", ["...picturesOf(judged, kept), ", ""]],
  marks: ["Content.ts", ["...marksOf(judged, kept), ", ""]],
  repeatedTitle: ["RepeatedTitle.ts", ["if (lineOf(content) !== lineOf(heading))", "if (false)"]],
}

/** The names of all rules. */
export const allRules: ReadonlyArray<string> = Object.keys(edits)

/** A reader, and a text that tells two readers' choices of a page's blocks apart. */
export interface Reader {
  readonly read: (input: Input) => Answer
  readonly choiceOf: (judged: Judged, reading: Reading) => string
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
    const { declared, document, title } = reading
    const judged = judge(blocksOf(document.body), { title, declared }, modelFor(input))
    for (const [name, { choiceOf }] of readers) choices.set(name, choiceOf(judged, reading))
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

/** The modules that are loaded again for each reader: those that an edit may change, and those that import them. */
const editable =
  "CardPictures|Cells|Columns|Content|EmptyHeadings|ItemLists|Offers|Price|RecordFields|Records|RepeatedTitle|" +
  "Selection|Units"
const reloaded = new RegExp(`/packages/extract/src/(?:content/(?:${editable})|html/Pipeline)\\.ts$`)

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

/** The model that didn't see the page's site; the shipped one for a page of no corpus. */
const modelFor = ({ site }: Input): Model | undefined =>
  site === undefined ? undefined : models[Corpus.foldOf({ site }, folds)]

const readerWithout = async (rule: string): Promise<Reader> => {
  const root = "../../../../packages/extract/src"
  const query = rule === withAll ? "" : `?without=${rule}`
  const { contentStage, stages }: typeof Pipeline = await import(`${root}/html/Pipeline.ts${query}`)
  const { splitBy }: typeof Content = await import(`${root}/content/Content.ts${query}`)
  return {
    read: (input) =>
      readBy(
        input,
        stages.map((stage) => (stage.name === "content" ? contentStage(modelFor(input)) : stage)),
      ),
    choiceOf: (judged, { declared, document }) => {
      const { rejected, wordless } = splitBy(judged, document.body, declared)
      return `${rejected.map(({ before }) => before)} ${wordless.length}`
    },
  }
}
