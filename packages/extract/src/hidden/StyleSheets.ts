/**
 * Reads style sheets (CSS Syntax Level 3): the rules with declarations that may hide or show something, cascade layers
 * and keyframes. One regular expression finds the brackets and semicolons, so the cost grows with the length alone, and
 * reading never fails: the end of the sheet closes what is open.
 */
import { mediaApply, supportsApply } from "./Conditions.ts"
import { type Declaration, declarationsOf, isTracked } from "./Declaration.ts"

/** A cascade layer. Its rank is known once all sheets are read; the greater one wins. */
export interface Layer {
  readonly children: Map<string, Layer>
  rank: number
}

/** A rule with the text of its selectors, nesting resolved. */
export interface StyleRule {
  readonly selectors: string
  declarations: ReadonlyArray<Declaration>
  readonly layer: Layer
  readonly order: number
  /** The shadow tree that the rule belongs to; empty for the document. */
  readonly scope: string
}

/** What an animation declares at its start (0) or its end (1). */
export interface Frame {
  readonly at: number
  readonly declarations: ReadonlyArray<Declaration>
}

/** The style sheets of one document. */
export class StyleSheets {
  readonly rules: Array<StyleRule> = []
  readonly keyframes = new Map<string, Array<Frame>>()
  /** Whether a sheet imports another, which isn't read. */
  hasUnread = false
  private readonly root: Layer = { children: new Map(), rank: 0 }
  private nested = 0
  private order = 0

  /** Adds a sheet behind those before; `scope` names the shadow tree that it stands in. */
  add(css: string, scope = ""): void {
    walk(
      css,
      { ...ignored, kind: "rules", layer: this.root, scope },
      {
        opened: (prelude, parent) => this.opened(prelude, parent),
        closed: (block) => this.closed(block),
        stated: (statement, block) => this.stated(statement, block),
      },
    )
  }

  /** Gives each layer its rank: inner layers before the rules beside them, and rules without a layer last. */
  rank(): void {
    let rank = 0
    const visit = (layer: Layer): void => {
      for (const child of layer.children.values()) visit(child)
      layer.rank = ++rank
    }
    visit(this.root)
  }

  private closed({ declarations, kind, layer, order, scope, selectors }: Block): void {
    if (kind === "style" && declarations.length > 0 && this.rules.length < mostRules)
      this.rules.push({ selectors, declarations, layer, scope, order })
  }

  private opened(prelude: string, parent: Block): Block {
    const inner = { ...parent, declarations: [], order: this.order++ }
    if (!prelude.startsWith("@")) return this.styled(prelude, inner)
    if (parent.kind !== "rules" && parent.kind !== "style") return ignored
    const [, name = "", condition = ""] = /^@(-?[a-z-]*)\s*([^]*)$/i.exec(prelude) ?? []
    switch (name.toLowerCase()) {
      case "media":
        return mediaApply(condition) ? inner : ignored
      case "supports":
        return supportsApply(condition) ? inner : ignored
      case "layer":
        return { ...inner, layer: layerIn(parent.layer, condition) }
      case "keyframes":
      case "-webkit-keyframes": {
        const frames: Array<Frame> = []
        this.keyframes.set(condition.trim().replaceAll(/["']/g, "").toLowerCase(), frames)
        return { ...inner, kind: "keyframes", frames }
      }
      default:
        return ignored
    }
  }

  private styled(prelude: string, parent: Block): Block {
    if (parent.kind === "keyframes") {
      for (const stop of prelude.toLowerCase().split(","))
        if (/^\s*(?:from|0%)\s*$/.test(stop)) parent.frames?.push({ at: 0, declarations: parent.declarations })
        else if (/^\s*(?:to|100%)\s*$/.test(stop)) parent.frames?.push({ at: 1, declarations: parent.declarations })
      return { ...parent, kind: "frame" }
    }
    if (parent.kind !== "rules" && parent.kind !== "style") return ignored
    const selectors = parent.selectors === "" ? prelude : nestedIn(parent.selectors, prelude)
    if (parent.selectors !== "") this.nested += selectors.length
    if (selectors.length > longestNested && parent.selectors !== "") return ignored
    return this.nested > mostNested ? ignored : { ...parent, kind: "style", selectors }
  }

  private stated(statement: string, block: Block): void {
    if (block.kind === "style" || block.kind === "frame") declare(statement, block.declarations)
    else if (/^@import\b/i.test(statement)) this.hasUnread = true
    const [, names] = /^@layer\s+([^]*)$/i.exec(statement) ?? []
    if (names !== undefined && block.kind === "rules") for (const name of names.split(",")) layerIn(block.layer, name)
  }
}

/** The declarations of a `style` attribute. */
export const declarationsOfStyle = (style: string): ReadonlyArray<Declaration> => {
  const block: Block = { ...ignored, kind: "style", declarations: [] }
  walk(style, block, {
    opened: () => ignored,
    closed: () => {},
    stated: (statement, { declarations, kind }) => {
      if (kind === "style") declare(statement, declarations)
    },
  })
  return block.declarations
}

// --- private --------------------------------------------------------------------------

interface Block {
  readonly kind: "rules" | "style" | "keyframes" | "frame" | "ignored"
  readonly selectors: string
  readonly layer: Layer
  readonly scope: string
  readonly order: number
  readonly declarations: Array<Declaration>
  readonly frames?: Array<Frame>
}

const mostRules = 200_000
const deepest = 32
const longestNested = 2_000
/** Characters of the selectors that nesting makes of others. */
const mostNested = 1_000_000

const ignored: Block = {
  kind: "ignored",
  selectors: "",
  layer: { children: new Map(), rank: 0 },
  scope: "",
  order: 0,
  declarations: [],
}

const declare = (statement: string, declarations: Array<Declaration>): void => {
  const colon = statement.indexOf(":")
  const written = statement.slice(0, Math.max(0, colon)).trimEnd()
  const name = written.startsWith("--") ? written : unescaped(written).toLowerCase()
  if (/^[-\w]+$/.test(name) && isTracked(name)) declarations.push(...declarationsOf(name, statement.slice(colon + 1)))
}

const unescaped = (name: string): string =>
  name.includes("\\")
    ? name.replaceAll(/\\([\da-f]{1,6})\s?|\\(.)/gi, (_, hex: string | undefined, plain: string | undefined) =>
        hex === undefined ? (plain ?? "") : String.fromCodePoint(Math.min(Number.parseInt(hex, 16), 0x10_ff_ff)),
      )
    : name

const layerIn = (parent: Layer, path: string): Layer => {
  let layer = parent
  for (const part of path.trim() === "" ? [`anonymous ${parent.children.size}`] : path.trim().split(".")) {
    const name = part.trim()
    const child = layer.children.get(name) ?? { children: new Map(), rank: 0 }
    layer.children.set(name, child)
    layer = child
  }
  return layer
}

/** The selectors of a nested rule (CSS Nesting): `&` stands for the outer ones. */
const nestedIn = (outer: string, inner: string): string =>
  inner
    .split(/,(?![^([]*[)\]])/)
    .map((selector) =>
      selector.includes("&")
        ? selector.trim().replaceAll(/([\w-]*)&/g, (_, tag: string) => `${tag}:is(${outer})`)
        : `:is(${outer}) ${selector.trim()}`,
    )
    .join(",")

interface Listener {
  readonly opened: (prelude: string, parent: Block) => Block
  readonly closed: (block: Block) => void
  readonly stated: (statement: string, block: Block) => void
}

/** What ends a statement, and what may hold such a character without ending it. */
const marks = new RegExp(
  String.raw`/\*[^]*?(?:\*/|$)|"(?:[^"\\\n]+|\\[^])*"?|'(?:[^'\\\n]+|\\[^])*'?|\\[^]|` +
    String.raw`url\(\s*(?!["'\s])(?:[^)\\]+|\\[^])*\)?|<!--|-->|[{};()[\]]`,
  "gi",
)

/** Goes once over a sheet. */
const walk = (css: string, outermost: Block, listener: Listener): void => {
  const open: Array<Block> = [outermost]
  let start = 0
  let brackets = 0
  let comments = false
  const textTo = (end: number): string => {
    const text = css.slice(start, end)
    return (comments ? text.replaceAll(/\/\*[^]*?(?:\*\/|$)|<!--|-->/g, "") : text).trim()
  }
  const state = (end: number): void => {
    const block = open.at(-1) ?? outermost
    if (block.kind === "ignored") return
    const statement = textTo(end)
    if (statement !== "") listener.stated(statement, block)
  }
  for (const { 0: mark, index } of css.matchAll(marks)) {
    const block = open.at(-1) ?? outermost
    if (mark === "(" || mark === "[") brackets++
    else if (mark === ")" || mark === "]") brackets = Math.max(0, brackets - 1)
    else if (mark.startsWith("/*") || mark === "<!--" || mark === "-->") comments = true
    else if (brackets > 0 || mark.length > 1) continue
    else if (mark === "{") {
      const isIgnored = block.kind === "ignored" || open.length > deepest
      open.push(isIgnored ? ignored : listener.opened(textTo(index), block))
      start = index + 1
      comments = false
    } else if (mark === ";" || open.length > 1) {
      state(index)
      if (mark === "}") listener.closed(open.pop() ?? outermost)
      start = index + 1
      comments = false
    }
  }
  state(css.length)
  for (const block of open.toReversed()) listener.closed(block)
}
