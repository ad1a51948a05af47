/**
 * Walls: what a bot protection or a CAPTCHA sends instead of a page. A wall has nothing else: little text, hardly a
 * link, no article. An article about walls names the same makers and quotes the same sentences, and a protected site's
 * pages load the same scripts, so neither counts by itself.
 */
import { elementsIn, first, isElement, isText, onOneLine, select, weightOf } from "@porthole/visibility/dom"
import words from "./words.json" with { type: "json" }

/** A document, as far as other signs of it are known. */
export interface Suspect {
  readonly document: Document
  readonly url: string
  /** The title and the first headings, each on its line. */
  readonly heading: string
  /** Whether it has a test for persons, and words about one. */
  readonly asksForPerson: boolean
}

/** Whether a document is a wall. */
export const isWall = ({ asksForPerson, document, heading, url }: Suspect): boolean => {
  const { body, head } = document
  if (!isBare(document)) return false
  if (asksForPerson || wallUrl.test(url)) return true
  const addresses = addressesIn(document)
  if (addresses.some((address) => wallAddress.test(address))) return true
  const weight = weightOf(body)
  const lines = heading.split("\n").map((line) => line.trim())
  const isTitled = lines.some((line) => wallTitle.test(line))
  const isProtected = addresses.some((address) => protectedAddress.test(address))
  if (weight === 0 && isProtected) return elementsIn(body, ({ localName }) => !unseen.has(localName), 1).length === 0
  if (weight < maxTitleLength && isTitled && first(head, "script") !== null) return true
  const sentences = sentencesIn(body)
  const told = sentences.filter((one) => wallSentence.test(one) || wallNotice.test(one))
  if (
    weight < maxNoticeLength &&
    told.some((one) => wallSentence.test(one)) &&
    lengthOf(told) * 2 > lengthOf(sentences)
  )
    return true
  return (isTitled || isProtected) && told.some((one) => !lines.includes(one))
}

/** Whether a script only watches a page that is there: Cloudflare's JavaScript detections. */
export const isSensor = (script: string): boolean => /\/scripts\/jsd\/|__CF\$cv\$params/.test(script)

// --- private --------------------------------------------------------------------------

/** Characters without white space: of a wall, of a notice that names neither its maker nor itself, and of a title. */
const maxLength = 2_000
const maxNoticeLength = 400
const maxTitleLength = 40
const maxLinks = 8

/** Whether a document has nothing but a notice. */
const isBare = ({ body, head }: Document): boolean =>
  weightOf(body, maxLength) <= maxLength &&
  elementsIn(body, ({ localName }) => localName === "a", maxLinks + 1).length <= maxLinks &&
  first(body, "article, time, [itemprop=articleBody]") === null &&
  first(head, "meta[property='og:type'][content=article], meta[property^='article:']") === null

/** Final addresses of walls: WeChat's, Google's, Yandex's, Amazon's, Alibaba's, Zhihu's. */
const wallUrl =
  /\/(?:wappoc_appmsgcaptcha|secitptpage|sorry\/index|showcaptcha|errors\/validatecaptcha|_____tmd_____|\.well-known\/sgcaptcha|account\/unhuman)\b/i

/** Scripts and pictures of the walls themselves: Anubis, Cloudflare, Imperva, DataDome, Akamai, AWS, and others. */
const wallAddress = new RegExp(
  [
    "\\.within\\.website/x/cmd/anubis",
    "_cf_chl_opt",
    "_Incapsula_Resource\\?[CS]WUDNSAI",
    "captcha-delivery\\.com",
    "/_sec/cp_challenge",
    "\\bgokuProps\\b",
    "wappoc_appmsgcaptcha",
    "x5secdata",
    "acw_sc__v2",
    "sucuri_cloudproxy_js",
    "go-away/cmd/go-away",
    "/\\.well-known/ddos-guard/",
  ].join("|"),
  "i",
)

/** Scripts that protection loads on walls and on the pages behind them. */
const protectedAddress = /_Incapsula_Resource|\/_fs-ch-|awswaf\.|\b_pxAppId\b|\bKPSDK\b|\/\.vercel\/security\//i

const wallTitle = new RegExp(words.wallTitle, "iu")
const wallSentence = new RegExp(words.wallSentence, "iu")
const wallNotice = new RegExp(words.wallNotice, "iu")

/** The addresses of a document's scripts, pictures and frames, and what its scripts say. */
const addressesIn = ({ body, head }: Document): ReadonlyArray<string> => [
  ...select(head, "script").map((script) => `${script.getAttribute("src") ?? ""} ${script.textContent ?? ""}`),
  ...elementsIn(body, ({ localName }) => localName === "img" || localName === "iframe").map(
    (element) => element.getAttribute("src") ?? "",
  ),
]

const quoting: ReadonlySet<string> = new Set("blockquote code pre q".split(" "))
const quotation = /"[^"]{0,300}"|“[^”]{0,300}”|„[^“]{0,300}“|«[^»]{0,300}»|「[^」]{0,300}」/g

const inLine: ReadonlySet<string> = new Set("a abbr b em font i small span strong u".split(" "))
const unseen: ReadonlySet<string> = new Set("iframe link meta noscript script style".split(" "))

/** The sentences and lines of an element's text without what it quotes. */
const sentencesIn = (root: Element): ReadonlyArray<string> => {
  const read = (parent: Node): string => {
    let text = ""
    for (let child = parent.firstChild; child !== null; child = child.nextSibling) {
      if (isText(child)) text += child.data.replaceAll(/\s+/g, " ")
      else if (isElement(child) && !quoting.has(child.localName))
        text += inLine.has(child.localName) ? read(child) : `\n${read(child)}\n`
    }
    return text
  }
  return read(root)
    .replaceAll(quotation, " ")
    .split(sentenceEnd)
    .map(onOneLine)
    .filter((one) => one !== "")
}

const sentenceEnd = /\n|(?<=[.!?…])\s|(?<=[。！？])/

const lengthOf = (texts: ReadonlyArray<string>): number => texts.reduce((sum, { length }) => sum + length, 0)
