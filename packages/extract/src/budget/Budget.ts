/**
 * What a document may cost. The scan rewrites a document of any shape into well-formed markup of
 * bounded depth, count and size, in one linear pass and before anything builds a tree: the
 * libraries behind it take quadratic time, or the stack, from what this pass takes away.
 *
 * Nothing fails here: a tag beyond a limit is dropped and its text stays. On the way the head's
 * elements are told from the body's, wherever they stand, so that fragments, framesets and
 * documents with two bodies all become one head and one body. How tags nest is `Nesting.ts`.
 */
import type { Reduced } from "@porthole/core"
import { limits } from "../tree/Limits.ts"
import { blockNames, Nesting, ownName, voidNames } from "./Nesting.ts"
import { markOf } from "../overflow/Marks.ts"
import { concealment } from "../overflow/Concealment.ts"
import type { Said } from "../overflow/Styling.ts"
import { nothingOver, Overflow, type Overflown } from "../overflow/Overflow.ts"
import { baseOf } from "../tree/Base.ts"
import { departing, departingRaw } from "../tree/References.ts"
import { islandIn } from "../data/DataIsland.ts"
import { boundedStyle } from "../hidden/Cascade.ts"
import { mediaApply } from "../hidden/Conditions.ts"
import { withoutComments } from "../normalise/Tex.ts"
import { keepsPlace } from "../hidden/Streamed.ts"
import { type Attribute, type Handler, walk } from "./Tokenizer.ts"
import { boundedRuns } from "../tree/Whitespace.ts"

/** A document as {@link scan} leaves it: the inside of one head and of one body, both well-formed. */
export interface Markup {
  readonly head: string
  readonly body: string
  /** Attributes of the document's own elements, ready to be written into a tag. */
  readonly htmlAttributes: string
  readonly bodyAttributes: string
  /** What there is beyond the elements of the body, which holds marks of its parts. */
  readonly over: Overflown
  /** What was simplified or left out. */
  readonly reduced: ReadonlyArray<Reduced.Reduced>
}

/** Rewrites a document within `limits`; `url` is where it came from. */
export const scan = (html: string, url = ""): Markup => rewritten(html, url, limits.elements)

// --- private --------------------------------------------------------------------------

/** Rewrites it with so many elements. */
const rewritten = (html: string, url: string, most: number): Markup => {
  const head: Array<string> = []
  const body: Array<string> = []
  const root = { html: "", body: "" }
  const marks: Array<number> = []
  const stylesheets: Array<string> = []
  let overflow: Overflow | undefined
  const mark = (): void => {
    // What a part holds is known at the end.
    if (overflow?.cut() !== undefined) marks.push(body.push("") - 1)
  }
  /** What is beyond the elements of the tree, from the first of it on. */
  const begun = (): Overflow => {
    if (overflow !== undefined) return overflow
    const left = nesting.leaveForms()
    const first = new Overflow(baseOf(base, url), stylesheets)
    for (const each of left) first.goOn(each.name, each.attributes)
    overflow = first
    return first
  }
  const said = concealment(stylesheets)
  const nesting = new Nesting(
    (piece) => {
      if (overflow !== undefined) {
        if (piece === " ") return
        mark()
      }
      body.push(piece)
    },
    (name, own) => hides(said(name, own)),
  )
  const ready = departing()
  let elements = 0
  let isLarger = false
  let characters = 0
  let inTree = 0
  let hasFrames = false
  let isTitled = false
  let base: string | undefined
  let styles = 0
  let scripts = 0
  let islands = 0

  const handler: Handler = {
    isEnough: () => isLarger || characters > limits.text || overflow?.isFull === true,
    text: (text) => {
      if (nesting.isSkipping) return
      characters += text.length
      const left = limits.text - characters + text.length
      if (left <= 0) return
      if (overflow !== undefined)
        return overflow.text(overflow.isCode ? text.slice(0, left) : folded(text.slice(0, left)))
      const own = nesting.isIn("pre") ? boundedRuns(ready(text.slice(0, left))) : folded(ready(text.slice(0, left)))
      nesting.text(own.length)
      inTree += own.trim().length
      body.push(own)
    },
    open: (name, attributes, isSelfClosing) => {
      if (nesting.skipsOpen(name, isSelfClosing)) return
      if (name === "frameset") hasFrames = true
      // Of a page without frames nobody sees it.
      if (name === "noframes" && !hasFrames) return nesting.skip(name, false)
      if (ignoredNames.has(name)) return
      if (name === "html" || name === "body") {
        root[name] ||= written(name, attributes)
        return
      }
      if (name === "svg") return nesting.skip(name, isSelfClosing)
      if (name === "template" && !attributes.some((attribute) => attribute.name === "shadowrootmode")) {
        const id = attributes.find((attribute) => attribute.name === "id")?.value ?? ""
        if (keepsPlace(id) && ++elements <= most) body.push(`<template id="${id}"></template>`)
        return nesting.skip(name, false)
      }
      const own = ownName(name)
      if (++elements > most) {
        if (most > limits.elementsOfLarger) {
          isLarger = true
          return
        }
        const beyond = begun()
        nesting.drop(own)
        return beyond.open(own, attributes)
      }
      if (name === "base") base ??= attributes.find((attribute) => attribute.name.toLowerCase() === "href")?.value
      if (isOfHead(name, attributes)) head.push(`<${name}${written(name, attributes)}>`)
      else nesting.open(own, written(name, attributes), attributes)
      if (isSelfClosing && nesting.isIn("math")) nesting.close(name)
    },
    close: (name) => {
      if (nesting.skipsClose(name) || unclosable.has(name)) return
      const own = ownName(name)
      if (overflow?.isKept(own) === true) return
      const isDropped = nesting.isDropped(own)
      if (isDropped || (overflow?.isConcealed === true && !blockNames.has(own))) overflow?.close(own)
      // What is open around something hidden isn't ended from within by what ends no block.
      if (isDropped || overflow?.isConcealed !== true || blockNames.has(own)) nesting.close(own)
    },
    raw: (name, attributes, content) => {
      if (nesting.isSkipping) return
      if (name === "title" && !isTitled) {
        isTitled = true
        head.push(`<title>${escapedBrackets(content.slice(0, limits.address))}</title>`)
      }
      if ((name === "textarea" || name === "iframe") && ++elements <= most) {
        nesting.open(name, written(name, attributes))
        nesting.close(name)
      }
      if (name === "xmp" && overflow !== undefined) overflow.listing(content)
      else if (name === "xmp") body.push(`<pre>${boundedRuns(departingRaw(content))}</pre>`)
      if (name === "style" && !nesting.isIn("noscript")) {
        const media = attributes.find((attribute) => attribute.name.toLowerCase() === "media")?.value ?? ""
        styles += content.length
        if (mediaApply(media) && styles <= limits.styles) {
          stylesheets.push(content)
          head.push(`<style>${content}</style>`)
        }
      }
      const island = name === "script" ? islandIn(attributes, content) : undefined
      if (island !== undefined && (islands += island.length) <= limits.data) {
        head.push(`<script type="application/json">${island}</script>`)
      }
      const type = attributes.find((attribute) => attribute.name.toLowerCase() === "type")?.value ?? ""
      if (name === "script" && isExecutable(type) && ++scripts <= limits.scripts) {
        const src = boundedValue(
          "src",
          attributes.find((attribute) => attribute.name.toLowerCase() === "src")?.value ?? "",
        )
        head.push(`<script src="${quoted(src ?? "")}">${content.slice(0, limits.script)}</script>`)
      }
      if (name === "script" && /^application\/ld\+json\b/i.test(type.trim()) && content.length <= limits.data) {
        head.push(`<script type="application/ld+json">${content}</script>`)
      }
      const tex = /^math\/tex(?:\s*;\s*mode=display)?$/i.exec(type.trim())?.[0]
      if (name === "script" && tex !== undefined && content.length <= limits.formula && ++elements <= most) {
        body.push(`<script type="${tex.toLowerCase()}">${withoutComments(content)}</script>`)
      } else if (name === "script" && tex !== undefined && elements > most) {
        isLarger = most > limits.elementsOfLarger
        if (!isLarger) begun().code(withoutComments(content.slice(0, limits.formula)))
      }
    },
  }
  walk(html.slice(0, limits.source), handler)
  if (isLarger) return rewritten(html, url, limits.elementsOfLarger)
  mark()
  nesting.closeAll()
  const over = overflow?.end(inTree) ?? nothingOver
  marks.forEach((at, number) => {
    const part = over.parts[number]
    if (part !== undefined) body[at] = markOf(number, part)
  })
  return {
    over,
    head: head.join(""),
    body: body.join(""),
    htmlAttributes: root.html,
    bodyAttributes: root.body,
    reduced: [
      ...(elements > most || nesting.isReduced ? [{ part: "structure" } as const] : []),
      ...(html.length > limits.source || characters > limits.text || overflow?.isFull === true
        ? [{ part: "characters", read: Math.min(characters, limits.text) } as const]
        : []),
    ],
  }
}

/** Whether what is said of an element may hide it. */
const hides = (said: Said): boolean => said !== undefined && said !== "legible" && said !== "surroundings"

/** Tags without meaning for a reader; `frameset` and `noframes` leave their content behind. */
const ignoredNames: ReadonlySet<string> = new Set(
  "head frameset frame noframes plaintext noembed basefont bgsound keygen".split(" "),
)
const unclosable: ReadonlySet<string> = new Set([...ignoredNames, ...voidNames, "html", "body"])

const headNames: ReadonlySet<string> = new Set(["meta", "link", "base"])
const isOfHead = (name: string, attributes: ReadonlyArray<Attribute>): boolean =>
  headNames.has(name) && !attributes.some((attribute) => attribute.name === "itemprop")

/** Attributes that some stage looks at; the others of most elements would only cost time. Images keep all. */
const usedNames: ReadonlySet<string> = new Set(
  (
    "id class role hidden popover style lang dir rel href src srcset alt type name property content itemprop itemtype checked " +
    "open start colspan rowspan summary datatable width height data-lang data-language data-line data-line-number " +
    "data-footnote-ref data-footnote-backref data-footnotes epub:type aria-hidden aria-modal aria-checked " +
    "aria-controls aria-expanded data-target data-bs-target"
  ).split(" "),
)

/** As {@link usedNames}, on some elements only. */
const usedOn: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries({
    li: ["value"],
    ol: ["reversed"],
    label: ["for"],
    input: ["disabled", "value", "autocomplete"],
    math: ["display", "alttext"],
    "mjx-container": ["display"],
    annotation: ["encoding"],
    mfenced: ["close", "separators"],
    iframe: ["title", "data-src", "allowfullscreen", "aria-label"],
    video: ["title", "aria-label", "autoplay", "controls"],
    audio: ["title", "aria-label", "controls"],
  }).map(([element, names]) => [element, new Set(names)]),
)
const hidingNames: ReadonlySet<string> = new Set(["id", "class", "hidden", "popover", "style", "aria-hidden"])
const addressNames: ReadonlySet<string> = new Set([
  "href",
  "src",
  "srcset",
  "data-src",
  "data-srcset",
  "content",
  "alt",
  "alttext",
])

const written = (element: string, attributes: ReadonlyArray<Attribute>): string => {
  let text = ""
  const seen = new Set<string>()
  for (const attribute of attributes) {
    const name = attribute.name.toLowerCase()
    if (seen.has(name) || !isUsed(element, name)) continue
    // What may hide it comes through behind any number of others.
    if (seen.size >= limits.attributes && !hidingNames.has(name)) continue
    seen.add(name)
    const value = boundedValue(name, attribute.value)
    if (value !== undefined) text += ` ${name}="${quoted(value)}"`
  }
  return text
}

const isUsed = (element: string, name: string): boolean =>
  usedNames.has(name) ||
  usedOn.get(element)?.has(name) === true ||
  (imageNames.has(element) && imageAttribute.test(name))
const imageNames: ReadonlySet<string> = new Set(["img", "image", "source"])
const imageAttribute = /^data-[a-z0-9_-]{1,60}$/

const boundedValue = (name: string, value: string): string | undefined => {
  if (name === "style" && value.length > limits.attribute) return boundedStyle(value)
  if (!addressNames.has(name)) return value.slice(0, limits.attribute)
  return value.length <= limits.address ? value : undefined
}

/** Whether a script of this type would be run (HTML standard, section 4.12.1). */
const isExecutable = (type: string): boolean =>
  /^(?:|module|(?:text|application)\/(?:x-)?(?:java|ecma)script)$/i.test(type.trim())

/** Folds white space, no-break spaces included: its runs mean nothing outside `pre`. */
const folded = (text: string): string => text.replace(/\s{2,}|[^\S ]/g, " ")

/** A character reference in a source is one already: only what could end a text or a value is escaped. */
const escapedBrackets = (text: string): string => text.replaceAll("<", "&lt;")
const quoted = (value: string): string => escapedBrackets(value).replaceAll('"', "&quot;")
