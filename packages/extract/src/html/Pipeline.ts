/**
 * Reads an HTML document, as one pure function of its bytes: {@link read}. Decoding and parsing make a tree of them,
 * the {@link stages} find the content in the tree, and rendering writes it. Nothing here depends on Effect's services,
 * so that all of it can run in another thread.
 */
import { DocumentFormat, Extracted, type Extractor, Publication, UntrustedText, type WebError } from "@porthole/core"
import * as Result from "effect/Result"
import { placeStreamed, removeHidden } from "@porthole/visibility"
import { first, weightOf } from "@porthole/visibility/dom"
import { limits } from "../tree/Limits.ts"
import * as TimeBudget from "./TimeBudget.ts"
import { clean } from "../clean/Clean.ts"
import { separate, type Split, splitOf } from "../content/Content.ts"
import { mainElementIn } from "../content/MainElement.ts"
import { isReference } from "../content/Reference.ts"
import type { Model } from "../model/Model.ts"
import { controlsIn } from "../phases/Controls.ts"
import { type Phases, phasesOf } from "../phases/Phases.ts"
import { rules as allRules } from "../rules/index.ts"
import type { Found, Rule } from "../phases/Rule.ts"
import * as Charset from "../decode/Charset.ts"
import { inMarkup } from "../decode/MarkupDeclaration.ts"
import { openFrames } from "../tree/Frames.ts"
import { namedAuthors } from "../metadata/Authors.ts"
import { declaredIn, nothingDeclared } from "../metadata/Declared.ts"
import { offersOf, withoutShown } from "../metadata/Offers.ts"
import { publicationOf } from "../metadata/Publication.ts"
import { titleOf } from "../metadata/Title.ts"
import { normaliseMath, readLabels } from "../normalise/Math.ts"
import { judge, noSigns, signsOf } from "../obstacle/Obstacle.ts"
import type { AttributeNames } from "../tree/Attributes.ts"
import { parse } from "../tree/Parse.ts"
import { markdownOf } from "../render/Markdown.ts"
import { linksOf, textOf } from "../render/PlainText.ts"
import { processorTime } from "@porthole/reader-pool/watchdog"
import { onwardOf } from "./Onward.ts"
import { rescue } from "./Rescue.ts"
import { preparing, type Reading, type Stage } from "./Stage.ts"

/** How a document is read. */
export interface ReadOptions {
  /** Whether the deadline has passed; called between the stages. */
  readonly isTimedOut: () => boolean
  /** The processor time used so far, in milliseconds; by default the thread's own. */
  readonly spent?: TimeBudget.ReadingTime["spent"]
  /** The maximum processor time, in ms; by default that of the default settings. */
  readonly maxProcessorTime?: number
  /** The attributes that the tree keeps; by default those that the stages and all rules read. */
  readonly attributes?: AttributeNames
  /** The stages; by default {@link stages}. */
  readonly stages?: ReadonlyArray<Stage>
  /** Writes cleaned content as Markdown; by default the writer of `render`. */
  readonly markdownOf?: (content: Element) => string
  /** Called after each stage with its result and its note. */
  readonly onStage?: (name: string, reading: Reading, note: string | undefined) => void
}

/** Takes everything except the main content out of the document. */
const contentStage = (phases: Phases, model: Model | undefined): Stage => ({
  name: "content",
  run: ({ declared, document, fetched, reduced, time, title }) => {
    const hasNoClutter = fetched.hasNoClutter === true || isReference(document)
    const split = time.runScoring(() => splitOf(document.body, { title, declared, hasNoClutter }, phases, model))
    if (split === undefined) {
      const weight = weightOf(document.body, limits.complete)
      const { by, element } = mainElementIn(document)
      const isWhole = weightOf(element, limits.complete) === weight
      shape({ content: element, title, threads: [] }, phases)
      return { content: element, foundBy: by, isWhole, note: by }
    }
    const outside = separate(document.body, split)
    shape({ content: document.body, title, threads: split.threads }, phases)
    const note = `${split.kept} of ${split.of} blocks${lostNote(split)}`
    const found = { content: document.body, outside, foundBy: "blocks", note }
    if (split.lost === undefined) return found
    const { of, read } = split.lost
    return { ...found, reduced: [...reduced, { part: "text", read, of }] }
  },
})

/** The beginnings of the blocks that went from inside of the text. */
const lostNote = ({ lost }: Split): string => {
  if (lost === undefined) return ""
  const beginnings = lost.blocks.slice(0, maxNoted).map(({ text }) => JSON.stringify(text.slice(0, maxBeginning)))
  return `, ${lost.blocks.length} left out within the text: ${beginnings.join(", ")}`
}

/** The number of such blocks that a note lists, and the characters of each. */
const maxNoted = 20
const maxBeginning = 40

const shape = (found: Found, { content }: Phases): void => {
  for (const { run } of content) run(found)
}

const controlsStage = (phases: Phases): Stage => ({
  name: "controls",
  run: ({ document, panels }) => {
    const controlled = { controls: controlsIn(document.body), panels }
    for (const { run } of phases.control) run(document.body, controlled)
    return {}
  },
})

/** Removes what a document hides. `mayChange` is whether it may be shown by a script or a click. */
export const hiddenStage = (showing: { readonly mayChange: boolean }): Stage => ({
  name: "hidden",
  run: ({ document, removed }) => {
    const { count, panels } = removeHidden(document, showing)
    return count === 0
      ? { panels }
      : { panels, removed: { ...removed, hidden_elements: count }, note: `${count} elements` }
  },
})

/** Reads the authors that the page only shows. */
const authorsStage: Stage = {
  name: "authors",
  run: ({ document, publication }) =>
    publication.author === undefined
      ? { publication: Publication.of({ ...publication, author: namedAuthors(document) }) }
      : {},
}

/** What a list of stages is made of. */
export interface StageOptions {
  /** Default: this package's own. */
  readonly model?: Model | undefined
  /** Default: all. */
  readonly rules?: ReadonlyArray<Rule>
}

/** The stages of reading a document, in order. */
export const stagesOf = ({ model, rules = allRules }: StageOptions = {}): ReadonlyArray<Stage> => {
  const phases = phasesOf(rules)
  return [
    { name: "title", run: ({ document, fetched }) => ({ title: titleOf(document, fetched.url) }) },
    {
      name: "metadata",
      run: ({ document }) => {
        const offers = offersOf(document)
        return { declared: declaredIn(document, offers), publication: publicationOf(document), offers }
      },
    },
    { name: "signs", run: ({ document, fetched }) => ({ signs: signsOf(document, fetched.url) }) },
    preparing("streamed", placeStreamed),
    preparing("frames", (document) => {
      openFrames(document, phases.attributes)
    }),
    preparing("formulas", (document) => normaliseMath(document.body)),
    hiddenStage({ mayChange: true }),
    authorsStage,
    controlsStage(phases),
    preparing("normalise", ({ body }) => {
      readLabels(body)
      const prepared = { root: body, candidates: phases.candidatesIn(body) }
      for (const { run } of phases.document) run(prepared)
    }),
    contentStage(phases, model),
    { name: "clean", run: ({ base, content }) => ({ content: clean(content, base) }) },
    {
      name: "rescue",
      run: ({ base, content, document, reduced, removed }) => {
        const rescued = rescue(document, base, content)
        if (rescued === undefined) return {}
        return {
          content: rescued.content,
          foundBy: "json-ld",
          removed: {
            hidden_elements: removed.hidden_elements + rescued.hidden,
            invisible_characters: removed.invisible_characters + rescued.invisible,
          },
          // Its blocks were those of the text that this one replaces.
          reduced: reduced.filter(({ part }) => part !== "text"),
          note: "json-ld",
        }
      },
    },
    {
      name: "obstacle",
      run: ({ content, signs }) => {
        const obstacle = judge(signs, () => textOf(content))
        return obstacle === undefined ? {} : { obstacle, note: obstacle }
      },
    },
  ]
}

/** The stages with all rules. */
export const stages: ReadonlyArray<Stage> = stagesOf()

/** Reads a document. Never throws: if a stage throws, the result is `extraction_failed`. */
export const read = (
  fetched: Extractor.Fetched,
  options: ReadOptions,
): Result.Result<Extractor.Extracted, WebError.WebError> => {
  const step = <A>(run: () => A): Result.Result<A, WebError.WebError> =>
    options.isTimedOut()
      ? Result.fail(DocumentFormat.timeoutError)
      : Result.try({ try: run, catch: DocumentFormat.crashError })
  const { attributes = ownPhases.attributes, maxProcessorTime = limits.processorTime } = options
  const { spent = processorTime() } = options
  return Result.gen(function* () {
    const text = yield* step(() => Charset.decode(fetched.bytes, fetched.contentType, inMarkup))
    const { base, document, invisible, reduced } = yield* step(() => parse(text, fetched.url, attributes))
    const isSelfContained = text.length <= limits.complete && first(document.documentElement, foreignParts) === null
    let reading: Reading = {
      fetched,
      document,
      base,
      title: "",
      panels: new Map(),
      content: document.body,
      time: TimeBudget.make({ maxProcessorTime, spent, isSmall: fetched.bytes.length <= limits.small }),
      foundBy: "body",
      isWhole: false,
      removed: { hidden_elements: 0, invisible_characters: invisible },
      reduced,
      declared: nothingDeclared,
      publication: {},
      offers: [],
      outside: undefined,
      signs: noSigns,
      obstacle: undefined,
    }
    options.onStage?.("parse", reading, undefined)
    for (const stage of options.stages ?? stages) {
      const { note, ...change } = yield* step(() => stage.run(reading))
      reading = changed(reading, change)
      options.onStage?.(stage.name, reading, note)
    }
    const extracted = yield* step(() => rendered(reading, text, options.markdownOf ?? markdownOf))
    return isSelfContained && extracted.text_length > 0 && isComplete(reading)
      ? { ...extracted, is_complete: true }
      : extracted
  })
}

// --- private --------------------------------------------------------------------------

const ownPhases = phasesOf(allRules)

/** Elements whose content comes from elsewhere, or may be changed from there. */
const foreignParts = "script:not([type='application/ld+json']), iframe, frame, object, embed"

/** Whether no text of the document is missing. */
const isComplete = ({ foundBy, isWhole, obstacle, outside, reduced, removed }: Reading): boolean =>
  obstacle === undefined &&
  reduced.length === 0 &&
  removed.hidden_elements === 0 &&
  (outside === undefined ? foundBy === "body" || (isWhole && foundBy === "main") : textOf(outside) === "")

const changed = (reading: Reading, change: Partial<Reading>): Reading => ({ ...reading, ...change })

const rendered = (
  { base, content, fetched, obstacle, outside, publication, title, ...reading }: Reading,
  source: string,
  write: typeof markdownOf,
): Extractor.Extracted => {
  const readable = textOf(content)
  const onward = onwardOf(source, readable, base)
  const links = linksOf(content, fetched.url)
  const read = Math.min(links.length, limits.links)
  const reduced: ReadonlyArray<Extracted.Reduced> =
    links.length === read ? reading.reduced : [...reading.reduced, { part: "links", read, of: links.length }]
  const removed = Extracted.sumRemoved(reading.removed)
  const offers = withoutShown(reading.offers, readable)
  return {
    title,
    content: contentIn(fetched.mode, content, readable, write),
    links: links.slice(0, read),
    text_length: readable.length,
    ...publication,
    ...(offers.length === 0 ? {} : { offers }),
    ...(fetched.withOutside === true && outside !== undefined ? { outside: outsideIn(outside, base) } : {}),
    ...(removed === undefined ? {} : { removed }),
    ...(obstacle === undefined ? {} : { obstacle }),
    ...(reduced.length === 0 ? {} : { reduced }),
    ...(onward === undefined ? {} : { onward }),
  }
}

/** Markdown of the text around the content, cut at a line's end. */
const outsideIn = (outside: Element, base: string): string => {
  const markdown = markdownOf(clean(outside, base))
  return markdown.length <= limits.outside
    ? markdown
    : markdown.slice(0, markdown.lastIndexOf("\n", limits.outside) + 1)
}

const contentIn = (
  mode: Extractor.Fetched["mode"],
  content: Element,
  readable: string,
  write: typeof markdownOf,
): string => {
  if (mode === "text") return readable
  if (mode === "markdown") return write(content)
  return UntrustedText.stripInvisible(content.innerHTML)
}
