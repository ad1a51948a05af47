/**
 * The links of a whole HTML page, its menus included, and what tells it from other pages. They are read without a
 * parser, in slices of time.
 */
import * as Effect from "effect/Effect"
import { HttpUrl, TimeSlice, type WebBackend, WebUrl } from "@porthole/core"
import * as HtmlTags from "./HtmlTags.ts"

/** Maximum number of links of a page; further ones are ignored. */
export const maxLinks = 20_000

/** Reads a page. Addresses are ASCII in every common encoding of pages except UTF-16. */
export const read = Effect.fnUntraced(function* (html: string, url: string): Effect.fn.Return<WebBackend.PageLinks> {
  const page = new Page(url)
  const slice = TimeSlice.begin()
  let from = 0
  for (const tag of HtmlTags.tagsIn(html)) {
    page.addText(html.slice(from, tag.start))
    page.addTag(tag)
    if (slice.spend(unitsOfTag + tag.end - from)) yield* TimeSlice.next
    from = tag.end
  }
  page.addText(html.slice(from))
  return page.links
})

// --- private --------------------------------------------------------------------------

/** The work for a tag, beside that for its characters. */
const unitsOfTag = 64

/** Maximum characters of the text of a link. */
const maxText = 300

class Page {
  readonly #url: string
  #base: string
  #isBased = false
  #title = ""
  #canonical: string | undefined
  readonly #links = new Map<string, string>()
  readonly #feeds = new Set<string>()
  readonly #text = new Hash()
  readonly #shape = new Hash()
  /** The link whose element is open. */
  #open: { readonly url: string; text: string } | undefined

  constructor(url: string) {
    this.#url = url
    this.#base = url
  }

  addText(written: string): void {
    const text = written.trim()
    if (text === "") return
    this.#text.add(text)
    if (this.#open !== undefined && this.#open.text.length < maxText)
      this.#open.text += ` ${HtmlTags.resolved(text.slice(0, maxText))}`
  }

  addTag({ attributes, name, text }: HtmlTags.Tag): void {
    this.#shape.add(name)
    if (name === "title") this.#title ||= HtmlTags.resolved(text).trim()
    else if (name === "base" && !this.#isBased) {
      this.#isBased = true
      this.#base = this.#addressOf(attributes.get("href"), this.#url) ?? this.#url
    } else if (name === "link") this.#addRelation(attributes)
    else if (name === "a") this.#openLink(attributes)
    else if (name === "area") this.#addLink(this.#addressOf(attributes.get("href")), "")
    else if (name === "/a") this.#closeLink()
    else if (name === "iframe" || name === "frame") this.#addLink(this.#addressOf(attributes.get("src")), "")
  }

  get links(): WebBackend.PageLinks {
    this.#closeLink()
    return {
      title: this.#title.includes("\ufffd") ? "" : this.#title,
      ...(this.#canonical === undefined ? {} : { canonical: this.#canonical }),
      links: this.#links,
      feeds: Array.from(this.#feeds),
      textHash: this.#text.value,
      shapeHash: this.#shape.value,
    }
  }

  #openLink(attributes: HtmlTags.Tag["attributes"]): void {
    this.#closeLink()
    const url = this.#addressOf(attributes.get("href"))
    if (url !== undefined) this.#open = { url, text: "" }
  }

  #closeLink(): void {
    if (this.#open !== undefined) this.#addLink(this.#open.url, this.#open.text)
    this.#open = undefined
  }

  #addLink(url: string | undefined, text: string): void {
    if (url === undefined || (this.#links.size >= maxLinks && !this.#links.has(url))) return
    this.#links.set(url, this.#links.get(url) || text.replace(/\s+/g, " ").trim().replaceAll("\ufffd", ""))
  }

  #addRelation(attributes: HtmlTags.Tag["attributes"]): void {
    const relations = (attributes.get("rel") ?? "").toLowerCase().split(/\s+/, 10)
    const url = this.#addressOf(attributes.get("href"))
    if (relations.includes("canonical")) this.#canonical ??= url
    else if (relations.includes("next") || relations.includes("prev")) this.#addLink(url, "")
    else if (relations.includes("alternate") && isFeed.test(attributes.get("type") ?? "") && url !== undefined)
      this.#feeds.add(url)
  }

  /** An absolute address; input that costs the parser more than linear time has none. */
  #addressOf(written: string | undefined, base = this.#base): string | undefined {
    if (written === undefined || written.length > WebUrl.maxLength || WebUrl.hasEndlessAuthority(written))
      return undefined
    const url = URL.parse(written.trim(), base)
    return url !== null && HttpUrl.isHttp(url) ? url.href.replace(/#.*$/s, "") : undefined
  }
}

const isFeed = /^application\/(?:rss|atom)\+xml/i

/** FNV-1a in 32 bits over the text's units, twice with different bases; enough to tell the pages of a site apart. */
class Hash {
  #one = 0x811c9dc5
  #two = 0x01000193
  #length = 0

  add(text: string): void {
    for (let at = 0; at < text.length; at++) {
      const unit = text.charCodeAt(at)
      this.#one = Math.imul(this.#one ^ unit, 0x01000193)
      this.#two = Math.imul(this.#two ^ unit, 0x85ebca6b)
    }
    this.#length += text.length
  }

  /** Empty if nothing was added. */
  get value(): string {
    return this.#length === 0 ? "" : `${this.#one >>> 0}-${this.#two >>> 0}-${this.#length}`
  }
}
