/**
 * Reads style sheets (CSS Syntax Level 3): the rules with declarations that may hide or show something, cascade layers,
 * keyframes and registered properties. It goes over the tokens once, so its cost grows with the length alone, and it never
 * fails: the end of the sheet closes what is open.
 */
import { tokenizer, TokenType } from "@csstools/css-tokenizer"
import { containerApplies, mediaApply, supportsApply } from "./Conditions.ts"
import { type Declaration, declarationsOf } from "./Declaration.ts"

/** A cascade layer. Its rank is known once all sheets are read; the greater one wins. */
export interface Layer {
  readonly children: Map<string, Layer>
  rank: number
}

/** A rule with the text of its selectors, nesting resolved. */
export interface StyleRule {
  readonly selectors: string
  readonly declarations: Array<Declaration>
  readonly layer: Layer
  readonly order: number
  /** The shadow tree that the rule belongs to; the document has none. */
  readonly scope: string
}

/** What an animation declares at one moment, from 0 to 1. */
export interface Frame {
  readonly at: number
  readonly declarations: ReadonlyArray<Declaration>
}

/** The style sheets of one document. */
export class StyleSheets {
  readonly rules: Array<StyleRule> = []
  readonly keyframes = new Map<string, Array<Frame>>()
  /** Initial values of registered custom properties. */
  readonly initial = new Map<string, string>()
  /** Whether a sheet imports another, which isn't read. */
  hasUnread = false
  private readonly root: Layer = { children: new Map(), rank: 0 }
  private nested = 0

  /** Adds a sheet behind those before; `scope` names the shadow tree that it stands in. */
  add(css: string, scope = ""): void {
    new Walk(css, (block, name, value) => this.report(block, name, value)).run(
      { kind: "rules", selectors: "", layer: this.root, scope },
      (prelude, parent) => this.opened(prelude, parent),
      (statement, parent) => this.stated(statement, parent),
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

  private report(block: Block, name: string, value: string): void {
    if (block.kind === "property") {
      if (name === "initial-value") this.initial.set(block.selectors, value)
      return
    }
    const declarations = declarationsOf(name, value)
    if (declarations.length === 0) return
    if (block.kind === "frame") for (const one of declarations) block.frame?.push(one)
    if (block.kind !== "style" || this.rules.length >= mostRules) return
    block.rule ??= this.ruleOf(block)
    for (const one of declarations) block.rule.declarations.push(one)
  }

  private ruleOf({ layer, scope, selectors }: Block): StyleRule {
    const rule = { selectors, declarations: [], layer, scope, order: this.rules.length }
    this.rules.push(rule)
    return rule
  }

  private opened(prelude: string, parent: Block): Block {
    if (!prelude.startsWith("@")) return this.styled(prelude, parent)
    const [, name = "", condition = ""] = /^@(-?[a-z-]*)\s*([^]*)$/i.exec(prelude) ?? []
    const isInside = parent.kind === "rules" || parent.kind === "style"
    if (!isInside) return ignored
    switch (name.toLowerCase()) {
      case "media":
        return mediaApply(condition) ? { ...parent, rule: undefined } : ignored
      case "supports":
        return supportsApply(condition) ? { ...parent, rule: undefined } : ignored
      case "container":
        return containerApplies(condition) ? { ...parent, rule: undefined } : ignored
      case "layer":
        return { ...parent, rule: undefined, layer: layerIn(parent.layer, condition) }
      case "scope": {
        const from = /^\(([^()]+)\)/.exec(condition)?.[1]
        return from === undefined
          ? { ...parent, rule: undefined }
          : { ...parent, rule: undefined, selectors: `:where(${from})` }
      }
      case "keyframes":
      case "-webkit-keyframes": {
        const frames: Array<Frame> = []
        this.keyframes.set(
          condition
            .trim()
            .replace(/^["']|["']$/g, "")
            .toLowerCase(),
          frames,
        )
        return { ...parent, kind: "keyframes", frames }
      }
      case "property":
        return { ...parent, kind: "property", selectors: condition.trim() }
      default:
        return ignored
    }
  }

  private styled(prelude: string, parent: Block): Block {
    if (parent.kind === "keyframes") {
      const frame: Array<Declaration> = []
      for (const stop of prelude.toLowerCase().split(",")) {
        const at = stop.trim() === "from" ? 0 : stop.trim() === "to" ? 1 : Number.parseFloat(stop) / 100
        if (at >= 0 && at <= 1) parent.frames?.push({ at, declarations: frame })
      }
      return { ...parent, kind: "frame", frame }
    }
    if (parent.kind !== "rules" && parent.kind !== "style") return ignored
    const selectors = parent.selectors === "" ? prelude : nestedIn(parent.selectors, prelude)
    if (parent.selectors !== "") this.nested += selectors.length
    if (selectors.length > longestNested || this.nested > mostNested) return ignored
    return { ...parent, kind: "style", selectors, rule: undefined }
  }

  private stated(statement: string, parent: Block): void {
    if (/^@import\b/i.test(statement)) this.hasUnread = true
    const [, names] = /^@layer\s+([^]*)$/i.exec(statement) ?? []
    if (names === undefined || parent.kind !== "rules") return
    for (const name of names.split(",")) layerIn(parent.layer, name)
  }
}

/** The declarations of a `style` attribute. */
export const declarationsOfStyle = (style: string): ReadonlyArray<Declaration> => {
  const declarations: Array<Declaration> = []
  new Walk(style, (_, name, value) => declarations.push(...declarationsOf(name, value))).run(
    { kind: "style", selectors: "", layer: { children: new Map(), rank: 0 }, scope: "" },
    () => ignored,
    () => {},
  )
  return declarations
}

// --- private --------------------------------------------------------------------------

interface Block {
  readonly kind: "rules" | "style" | "keyframes" | "frame" | "property" | "ignored"
  readonly selectors: string
  readonly layer: Layer
  readonly scope: string
  readonly frames?: Array<Frame>
  readonly frame?: Array<Declaration>
  rule?: StyleRule | undefined
}

const mostRules = 200_000
const deepest = 32
const longestNested = 2_000
/** Characters of the selectors that nesting makes of others. */
const mostNested = 1_000_000

const ignored: Block = { kind: "ignored", selectors: "", layer: { children: new Map(), rank: 0 }, scope: "" }

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
    .map((selector) => {
      const text = selector.trim()
      if (text.includes("&")) return text.replaceAll(/([\w-]*)&/g, (_, tag: string) => `${tag}:is(${outer})`)
      return `:is(${outer}) ${text}`
    })
    .join(",")

/** One pass over the tokens of a sheet. */
class Walk {
  private readonly css: string
  private readonly declare: (block: Block, name: string, value: string) => void
  /** Where the current statement begins, if it has begun, and its name and colon, if it may be a declaration. */
  private start = -1
  private name: string | undefined
  private colon = -1
  private hasComment = false

  constructor(css: string, declare: Walk["declare"]) {
    this.css = css
    this.declare = declare
  }

  run(
    outermost: Block,
    opened: (prelude: string, parent: Block) => Block,
    stated: (statement: string, parent: Block) => void,
  ): void {
    const tokens = tokenizer({ css: this.css })
    const open: Array<Block> = [outermost]
    let brackets = 0
    while (!tokens.endOfFile()) {
      const token = tokens.nextToken()
      const [type, , from, to, data] = token
      const block = open.at(-1) ?? outermost
      if (type === TokenType.Comment) this.hasComment = true
      else if (brackets === 0 && type === TokenType.OpenCurly) {
        open.push(
          block.kind === "ignored" || open.length > deepest ? ignored : opened(this.text(this.start, from), block),
        )
        this.reset()
      } else if (
        brackets === 0 &&
        (type === TokenType.Semicolon || (type === TokenType.CloseCurly && open.length > 1))
      ) {
        this.end(block, from, stated)
        if (type === TokenType.CloseCurly) open.pop()
      } else if (this.start === -1) {
        if (type === TokenType.Whitespace || type === TokenType.CDO || type === TokenType.CDC || type === TokenType.EOF)
          continue
        this.start = from
        if (type === TokenType.Ident) this.name = data.value
        if (opening.has(type)) brackets++
      } else {
        if (this.colon === -1 && type === TokenType.Colon && this.css.slice(this.start, from).trim() !== "")
          this.colon = to + 1
        else if (this.colon === -1 && type !== TokenType.Whitespace) this.name = undefined
        if (opening.has(type)) brackets++
        else if (closing.has(type) && brackets > 0) brackets--
      }
    }
    this.end(open.at(-1) ?? outermost, this.css.length, stated)
  }

  private end(block: Block, at: number, stated: (statement: string, parent: Block) => void): void {
    if (this.start !== -1) {
      if (this.name !== undefined && this.colon !== -1) {
        if (block.kind !== "ignored" && block.kind !== "rules") {
          const name = this.name.startsWith("--") ? this.name : this.name.toLowerCase()
          this.declare(block, name, this.text(this.colon, at))
        }
      } else if (this.css[this.start] === "@") stated(this.text(this.start, at), block)
    }
    this.reset()
  }

  private reset(): void {
    this.start = -1
    this.name = undefined
    this.colon = -1
    this.hasComment = false
  }

  private text(from: number, to: number): string {
    const text = from === -1 ? "" : this.css.slice(from, to)
    return (this.hasComment ? text.replaceAll(/\/\*[^]*?(?:\*\/|$)/g, "") : text).trim()
  }
}

const opening: ReadonlySet<string> = new Set([TokenType.Function, TokenType.OpenParen, TokenType.OpenSquare])
const closing: ReadonlySet<string> = new Set([TokenType.CloseParen, TokenType.CloseSquare])
