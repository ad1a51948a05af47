/** The style sheets of a document: rules with relevant declarations, layers and keyframes. */
import { mediaApply, supportsApply } from "./Conditions.ts"
import { type Declaration, declarationsOf } from "./Declaration.ts"
import { type Block, blocksOf } from "./Syntax.ts"

/** A cascade layer. Its rank is known once all sheets are read; the greater one wins. The browser's own rank is 0. */
export interface Layer {
  readonly children: Map<string, Layer>
  rank: number
}

/** A rule with the text of its selectors, nesting resolved. */
export interface StyleRule {
  readonly selectors: string
  readonly declarations: ReadonlyArray<Declaration>
  readonly layer: Layer
  readonly order: number
  /** The shadow tree that the rule belongs to; empty for the document, `undefined` for the browser's own rules. */
  readonly scope: string | undefined
}

/** The declarations at an animation's start (0) or end (1). */
export interface Frame {
  readonly at: number
  readonly declarations: ReadonlyArray<Declaration>
}

/** The style sheets of one document. */
export class StyleSheets {
  readonly rules: Array<StyleRule> = []
  readonly keyframes = new Map<string, ReadonlyArray<Frame>>()
  /** Whether a sheet imports another, which isn't read. */
  hasUnread = false
  private readonly root: Layer = { children: new Map(), rank: 0 }
  private nestedLength = 0
  private readonly mayMatch: (selectors: string) => boolean

  /** Rules whose selectors can't match aren't read. */
  constructor(mayMatch: (selectors: string) => boolean) {
    this.mayMatch = mayMatch
  }

  /** Adds a sheet after the earlier ones; `scope` names its shadow tree. */
  add(css: string, scope: string | undefined): void {
    this.read(blocksOf(css, "sheet"), { selectors: "", layer: this.root, scope })
  }

  /** Ranks the layers: inner layers before the rules beside them, and rules without a layer last. */
  rank(): void {
    let rank = 0
    const visit = (layer: Layer): void => {
      for (const child of layer.children.values()) visit(child)
      layer.rank = ++rank
    }
    visit(this.root)
  }

  private read(block: Block, context: RuleContext): void {
    const isRead = context.selectors !== "" && this.mayMatch(context.selectors)
    const declarations = isRead
      ? declarationsIn(block, context.scope === undefined ? undefined : context.selectors)
      : []
    if (declarations.length > 0) this.rules.push({ ...context, declarations, order: this.rules.length })
    for (const part of block.content) {
      if (typeof part === "string") this.readStatement(part, context)
      else if (part.prelude.startsWith("@")) this.readGroup(part, context)
      else this.readStyleRule(part, context)
    }
  }

  private readStyleRule(block: Block, context: RuleContext): void {
    if (context.selectors === "") return this.read(block, { ...context, selectors: block.prelude })
    const selectors = nestedIn(context.selectors, block.prelude)
    this.nestedLength += selectors.length
    if (selectors.length <= maxNestedLength && this.nestedLength <= maxNested)
      this.read(block, { ...context, selectors })
  }

  private readGroup(block: Block, context: RuleContext): void {
    const [, name = "", condition = ""] = /^@(?:-webkit-)?([a-z]*)\s*([^]*)$/i.exec(block.prelude) ?? []
    const kind = name.toLowerCase()
    if (kind === "keyframes" && condition !== "none")
      this.keyframes.set(condition.replaceAll(/["']/g, "").toLowerCase(), block.content.flatMap(framesOf))
    else if (kind === "layer") this.read(block, { ...context, layer: layerIn(context.layer, condition) })
    else if ((kind === "media" && mediaApply(condition)) || (kind === "supports" && supportsApply(condition)))
      this.read(block, context)
  }

  private readStatement(statement: string, { layer }: RuleContext): void {
    if (/^@import\b/i.test(statement)) this.hasUnread = true
    const [, names] = /^@layer\s+([^]*)$/i.exec(statement) ?? []
    for (const name of names?.split(",") ?? []) layerIn(layer, name)
  }
}

/** The declarations of a `style` attribute. */
export const declarationsOfStyle = (style: string): ReadonlyArray<Declaration> =>
  declarationsIn(blocksOf(style, "style"), undefined)

// --- private --------------------------------------------------------------------------

type RuleContext = Pick<StyleRule, "selectors" | "layer" | "scope">

const maxNestedLength = 2_000
/** Maximum characters of the selectors that nesting generates. */
const maxNested = 1_000_000

const declarationsIn = ({ content }: Block, ruleSelectors: string | undefined): ReadonlyArray<Declaration> =>
  content.flatMap((part) => (typeof part === "string" ? declarationsOf(part, ruleSelectors) : []))

const framesOf = (part: Block | string): ReadonlyArray<Frame> => {
  if (typeof part === "string") return []
  const declarations = declarationsIn(part, undefined)
  const stops = part.prelude.toLowerCase().split(",")
  return stops.flatMap((stop) => {
    const at = ["from", "0%"].includes(stop.trim()) ? 0 : ["to", "100%"].includes(stop.trim()) ? 1 : undefined
    return at === undefined ? [] : [{ at, declarations }]
  })
}

const layerIn = (parent: Layer, path: string): Layer => {
  let layer = parent
  for (const part of path.trim() === "" ? [`anonymous ${parent.children.size}`] : path.split(".")) {
    const child = layer.children.get(part.trim()) ?? { children: new Map(), rank: 0 }
    layer.children.set(part.trim(), child)
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
