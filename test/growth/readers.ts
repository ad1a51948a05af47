/** The functions that see text of a site or a caller, over hostile texts. */
import * as Effect from "effect/Effect"
import * as AlternateLink from "../../packages/backend-fetch/src/alternate/AlternateLink.ts"
import * as LinkHeader from "../../packages/backend-fetch/src/alternate/LinkHeader.ts"
import * as PageHead from "../../packages/backend-fetch/src/alternate/PageHead.ts"
import * as ContentType from "../../packages/backend-fetch/src/body/ContentType.ts"
import * as MarkdownLayout from "../../packages/cli/src/view/MarkdownLayout.ts"
import * as HttpUrl from "../../packages/core/src/domain/url/HttpUrl.ts"
import * as MediaType from "../../packages/core/src/domain/page/MediaType.ts"
import * as CodeNames from "../../packages/extract/src/formats/CodeNames.ts"
import { publishedAt } from "../../packages/core/src/domain/time/PublishedAt.ts"
import * as SearchHit from "../../packages/core/src/domain/search/SearchHit.ts"
import * as UntrustedText from "../../packages/core/src/domain/text/UntrustedText.ts"
import * as Cut from "../../packages/core/src/domain/text/Cut.ts"
import * as HostName from "../../packages/core/src/domain/url/HostName.ts"
import * as DomainPattern from "../../packages/core/src/domain/url/DomainPattern.ts"
import * as AddressExplanation from "../../packages/core/src/policy/AddressExplanation.ts"
import * as RenderRule from "../../packages/backend-fetch/src/page/RenderRule.ts"
import * as Robots from "../../packages/backend-fetch/src/site/Robots.ts"
import * as SitePrefix from "../../packages/core/src/policy/SitePrefix.ts"
import * as WebUrl from "../../packages/core/src/policy/WebUrl.ts"
import * as PathGlob from "../../packages/core/src/site/PathGlob.ts"
import * as Markdown from "../../packages/provider-kit/src/provider/Markdown.ts"
import * as Html from "../../packages/provider-kit/src/provider/Html.ts"
import * as Charset from "../../packages/extract/src/decode/Charset.ts"
import * as DoubleEncoding from "../../packages/extract/src/decode/DoubleEncoding.ts"
import { inMarkup } from "../../packages/extract/src/decode/MarkupDeclaration.ts"
import { formats } from "../../packages/extract/src/formats/Formats.ts"
import * as FetchCall from "../../packages/tools/src/calls/Fetch.ts"
import { sampleOf } from "../tiers/Sample.ts"
import { repeated, report, type Shape } from "./Growth.ts"

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text)

/** Functions that see a header, a URL, an argument or a hit. */
const sourceOf = (type: string, disposition = ""): ContentType.Source => ({
  headers: { "content-type": type, "content-disposition": disposition },
  url: "https://a.example/file",
})

const short: Readonly<Record<string, (text: string) => unknown>> = {
  "LinkHeader.parse": LinkHeader.parse,
  "AlternateLink.find": (text) => AlternateLink.find({ url: "https://a.example/", link: text, bytes: bytesOf(text) }),
  "ContentType.sniffedType": (text) => ContentType.sniffedType(sourceOf(text), bytesOf(text), formats),
  "ContentType.sniffedType, a file name": (text) =>
    ContentType.sniffedType(sourceOf("video/mp2t", `attachment; filename=${text}`), bytesOf(text), formats),
  "ContentType.sniffedType, charset": (text) =>
    ContentType.sniffedType(sourceOf(`text/html; charset=${text}`), bytesOf(text), formats),
  "ContentType.mayBeRead": (text) => ContentType.mayBeRead(sourceOf(text), formats),
  "HttpUrl.normalise": HttpUrl.normalise,
  "MediaType.essence": MediaType.essence,
  "CodeNames.isTextual": CodeNames.isTextual,
  "MediaType.ofFileName": (text) => MediaType.ofFileName(text, formats),
  publishedAt,
  "SearchHit.fromRow": (text) =>
    SearchHit.fromRow(
      { title: text, url: `https://a.example/${text}`, snippet: text, metadata: { engine: text } },
      true,
    ),
  "HostName.fromText": HostName.fromText,
  "DomainPattern.readPattern": DomainPattern.readPattern,
  "AddressExplanation.explain": AddressExplanation.explain,
  "SitePrefix.read": (text) => SitePrefix.read(`https://a.example/${text}`),
  "WebUrl.parse": (text) => WebUrl.parse(`https://${text}`, { ports: [443] }),
  "WebUrl.parse, path": (text) => WebUrl.parse(`https://a.example/${text}`, { ports: [443] }),
  "FetchCall.withUrl": (text) => Effect.runSyncExit(FetchCall.withUrl({ url: text })),
}

/** Functions that see a document. */
const long: Readonly<Record<string, (text: string) => unknown>> = {
  "PageHead.read": (text) => PageHead.read(bytesOf(text)),
  "RenderRule.needsScripts": (text) =>
    RenderRule.needsScripts(
      { bytes: bytesOf(`<noscript>${text}</noscript>${text}`), contentType: "text/html" },
      { text_length: 0 },
    ),
  "Charset.decode": (text) => Charset.decode(bytesOf(text), `text/html;${text.slice(0, 2_000)}`, inMarkup),
  "DoubleEncoding.repair": (text) => DoubleEncoding.repair(`${text}\u00e2\u0080\u0099`),
  "MarkdownLayout.of": (text) =>
    MarkdownLayout.of({ strong: (word) => word, faint: (word) => word, width: undefined }, 80, text),
  "Robots.parse": (text) => Robots.parse(bytesOf(`User-agent: *\nDisallow: ${text}\n${text}`), "porthole"),
  "Robots.allows": (text) => Robots.allows({ allow: [], disallow: [text.slice(0, 2_000)] }, `/${text.slice(0, 8_000)}`),
  "PathGlob.make": (text) => PathGlob.make(`**${text.slice(0, 400)}*${text.slice(0, 400)}!`).matches(`/${text}`),
  "UntrustedText.clean": (text) => UntrustedText.clean(text, 500),
  "UntrustedText.cleanLines": UntrustedText.cleanLines,
  "UntrustedText.countInvisible": UntrustedText.countInvisible,
  "Cut.toLength": (text) => Cut.toLength(text, text.length - 1),
  "Markdown.linksOf": Markdown.linksOf,
  "Html.textOf": Html.textOf,
  "Markdown.titleOf": Markdown.titleOf,
}

const shapes: ReadonlyArray<Shape> = [
  ...[
    " ",
    "\t",
    "#",
    "\n",
    "\u0301",
    "<",
    "[",
    "`",
    "a ",
    "a",
    "(",
    "\\",
    "/",
    "%",
    ".",
    "-",
    "\u00a0",
    "\r",
    ",",
    "&",
    "\u200d",
    "\u00c3",
  ].map((piece) => repeated(piece)),
  ...[
    "](",
    "<a ",
    "<!--",
    "<![CDATA[",
    "[a](",
    "![",
    "\n> ",
    "\n- ",
    "# a ",
    "&#1;",
    "a=b;",
    '"a" ',
    "/../",
    "a.",
    "\n\n#",
    "$a$ ",
    "a\u200d",
    "\u00c3\u00a9",
    "<\u00e2\u0080\u0099",
    "\u00e9\u00a0\u00bb, ",
  ].map((piece) => repeated(piece)),
  // Attack strings by recheck on expressions that once stood here.
  repeated(" ", "# a", "b"),
  repeated("\t", "text/html; charset=", "x"),
  repeated("/**/", "", ";"),
  repeated(" ", "x", "x"),
  repeated("/", "", "x"),
  repeated("AAA", "", "\n"),
  repeated(" xmlns:a", "<a", ">"),
]

/** The functions, each with the length of its texts. */
const functions = [
  ...Object.entries(short).map(([name, run]) => ({ name, run, length: 10_000 })),
  ...Object.entries(long).map(([name, run]) => ({ name, run, length: 20_000 })),
]

/** Reports `count` of the functions, drawn by the run's seed. */
export const reportReaders = (count: number): void => {
  for (const { length, name, run } of sampleOf(functions, count)) report(name, run, shapes, length)
}
