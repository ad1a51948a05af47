/**
 * Writes the figures of the docs that the code decides: docs/limits.md, the bounds and formats of docs/reader.md, the
 * statuses of docs/reference/http.md, and the ports of docs/architecture.md.
 */
import { type DocumentFormat, ImageType, RetryAfter, Settings, WebError } from "@porthole/core"
import * as Duration from "effect/Duration"
import { globSync } from "node:fs"
import { basename, join } from "node:path"
import * as Decoder from "../../packages/backend-fetch/src/body/Decoder.ts"
import * as CookieJar from "../../packages/backend-fetch/src/chain/CookieJar.ts"
import * as PinCache from "../../packages/backend-fetch/src/chain/PinCache.ts"
import * as Visit from "../../packages/backend-fetch/src/chain/Visit.ts"
import * as HttpConnect from "../../packages/backend-fetch/src/dial/HttpConnect.ts"
import * as UndiciDialer from "../../packages/backend-fetch/src/dial/UndiciDialer.ts"
import * as DnsMessage from "../../packages/backend-fetch/src/resolve/DnsMessage.ts"
import * as DohResolver from "../../packages/backend-fetch/src/resolve/DohResolver.ts"
import * as PartRequests from "../../packages/backend-fetch/src/page/PartRequests.ts"
import * as LookupQueue from "../../packages/backend-fetch/src/resolve/LookupQueue.ts"
import * as NodeResolver from "../../packages/backend-fetch/src/resolve/NodeResolver.ts"
import * as Page from "../../packages/core/src/domain/page/Page.ts"
import * as Spelling from "../../packages/tools/src/arguments/Spelling.ts"
import * as TimeSlice from "../../packages/core/src/domain/time/TimeSlice.ts"
import * as EndpointResponse from "../../packages/provider-kit/src/endpoint/EndpointResponse.ts"
import * as Blocks from "../../packages/core/src/passages/Blocks.ts"
import * as WebUrl from "../../packages/core/src/policy/WebUrl.ts"
import * as Renderer from "../../packages/core/src/ports/Renderer.ts"
import { message, notebook, office } from "../../packages/extract-office/src/Office.ts"
import { pdf } from "../../packages/extract-pdf/src/Pdf.ts"
import * as Formats from "../../packages/extract/src/formats/Formats.ts"
import { limits } from "../../packages/extract/src/tree/Limits.ts"
import * as Connections from "../../packages/serve/src/Connections.ts"
import * as Guard from "../../packages/serve/src/Guard.ts"
import * as McpSessions from "../../packages/serve/src/mcp/McpSessions.ts"
import * as Reply from "../../packages/serve/src/Reply.ts"
import * as Slots from "../../packages/serve/src/Slots.ts"
import * as McpStdio from "../../packages/tools/src/mcp/McpStdio.ts"
import { between, publish, read, table } from "./generated.ts"

const root = join(import.meta.dirname, "../..")

/** A number of a source file that it doesn't export, by the text before it. */
const numberIn = (file: string, before: RegExp): number => {
  const [, text] = new RegExp(`${before.source}\\s*([\\d_]+)`).exec(read(`packages/${file}`)) ?? []
  if (text === undefined) throw new Error(`packages/${file} has no number after ${before.source}`)
  return Number(text.replaceAll("_", ""))
}

const count = (value: number): string => value.toLocaleString("en-US")

const bytes = (value: number): string =>
  value % 1_048_576 === 0
    ? `${value / 1_048_576} MiB`
    : value % 1_024 === 0 && value > 65_536
      ? `${value / 1_024} KiB`
      : `${count(value)} bytes`

const time = (input: Duration.Input): string => {
  const seconds = Duration.toSeconds(input)
  if (seconds % 86_400 === 0) return seconds === 86_400 ? "a day" : `${seconds / 86_400} days`
  return seconds % 60 === 0 ? `${seconds / 60} min` : `${seconds} s`
}

/** A setting's default, without its unit. */
const shown = (name: Settings.Name): string => Settings.table.fields[name].manual.defaultText.replace(/ \w+$/, "")

const sizeOf = (name: Settings.Name): string => bytes(Number(shown(name).replaceAll(",", "")))
/** The default of a duration, which the manual gives in seconds. */
const timeOf = (name: Settings.Name): string => time(Duration.seconds(Number(shown(name))))
const set = (...names: ReadonlyArray<Settings.Name>): string => names.map((name) => `\`${name}\``).join(", ")
const file = (...paths: ReadonlyArray<string>): string =>
  paths.map((path) => `[\`${basename(path)}\`](../packages/${path})`).join(", ")

const core = "core/src"
const transport = "backend-fetch/src"

const rows: ReadonlyArray<readonly [limit: string, number: string, where: string]> = [
  [
    "a URL; a host name; a label",
    `${count(WebUrl.maxLength)}; ${numberIn(`${core}/domain/url/HostName.ts`, /name\.length <=/)}; ${numberIn(`${core}/domain/url/HostName.ts`, /_-\]\{1,/)} characters`,
    file(`${core}/policy/WebUrl.ts`, `${core}/domain/url/HostName.ts`),
  ],
  [
    "a text among a call's arguments, but a URL; an MCP message on standard input",
    `${count(Spelling.maxArgumentLength)} characters; ${bytes(McpStdio.maxBytes)}`,
    file("tools/src/arguments/Spelling.ts", "tools/src/mcp/McpStdio.ts"),
  ],
  [
    "a page's blocks of their own; work between two turns of the event loop",
    `${count(Blocks.maxBlocks)}, later ones are joined; about ${count(TimeSlice.length)} characters`,
    file(`${core}/passages/Blocks.ts`, `${core}/domain/time/TimeSlice.ts`),
  ],
  ["network ports of a URL", Settings.table.fields.ports.manual.defaultText.replace(",", ", "), set("ports")],
  [
    "a fetch; its reading; a search",
    [timeOf("fetch_timeout"), timeOf("extract_timeout"), timeOf("search_timeout")].join("; "),
    set("fetch_timeout", "extract_timeout", "search_timeout"),
  ],
  ["redirects", shown("max_redirects"), set("max_redirects")],
  [
    "a DNS look-up; parallel look-ups of the command; of a program with Node's own thread pool",
    [
      `a quarter of \`fetch_timeout\`, at least ${time(LookupQueue.lookupTimeout)}`,
      NodeResolver.maxLookups(`${numberIn("cli/src/bin.ts", /UV_THREADPOOL_SIZE"\] \?\?= "/)}`),
      NodeResolver.maxLookups(undefined),
    ].join("; "),
    file(`${transport}/resolve/LookupQueue.ts`, `${transport}/resolve/NodeResolver.ts`),
  ],
  [
    "hosts with DNS pins; the life of a pin",
    `${count(PinCache.maxPins)}, the least recently used goes first; ${timeOf("pin_ttl")}`,
    `${file(`${transport}/chain/PinCache.ts`)}, ${set("pin_ttl")}`,
  ],
  [
    "a DNS-over-HTTPS server; its answer; parallel look-ups",
    `a tenth of \`fetch_timeout\`, at least ${time(DohResolver.serverTimeout)}; ${count(DnsMessage.maxRecords)} records, ${DnsMessage.maxAliases} aliases; ${DohResolver.maxLookups}`,
    file(`${transport}/resolve/DohResolver.ts`, `${transport}/resolve/DnsMessage.ts`),
  ],
  ["the head of a proxy's answer", bytes(HttpConnect.maxHead), file(`${transport}/dial/HttpConnect.ts`)],
  [
    "a connection with TLS; while other addresses remain",
    `${time(UndiciDialer.defaultConnectTimeout)}; ${time(Visit.patience)}`,
    file(`${transport}/dial/UndiciDialer.ts`, `${transport}/chain/Visit.ts`),
  ],
  [
    "parallel requests to a host; an idle connection",
    `${shown("per_host_concurrency")}; ${time(numberIn(`${transport}/dial/PoolCache.ts`, /keepIdle =/))}`,
    `${set("per_host_concurrency")}, ${file(`${transport}/dial/PoolCache.ts`)}`,
  ],
  [
    "the head of a response",
    bytes(numberIn(`${transport}/dial/UndiciDialer.ts`, /maxHeaderSize =/)),
    file(`${transport}/dial/UndiciDialer.ts`),
  ],
  [
    "a page; an image, decoded",
    `${sizeOf("max_body_bytes")}; ${sizeOf("max_image_bytes")}`,
    set("max_body_bytes", "max_image_bytes"),
  ],
  [
    "bytes that wait for a slow reader",
    `${bytes(numberIn(`${transport}/dial/Exchange.ts`, /highWaterMark =/))} and a chunk, then the sender pauses`,
    file(`${transport}/dial/Exchange.ts`),
  ],
  [
    "parts of a rendered page; at the same time",
    `${Renderer.maxParts}, of ${bytes(Renderer.maxBytes)} together; ${PartRequests.atOnce}`,
    file(`${core}/ports/Renderer.ts`),
  ],
  [
    "cookies of a redirect chain",
    `${CookieJar.maxCookies}, of ${bytes(CookieJar.maxCookieBytes)} together`,
    file(`${transport}/chain/CookieJar.ts`),
  ],
  [
    "content codings; frames of gzip and zstd",
    `1; ${count(Decoder.maxFrames)}`,
    file(`${transport}/body/ContentEncoding.ts`, `${transport}/body/Decoder.ts`),
  ],
  [
    "attempts; a reported Retry-After",
    `2; ${time(RetryAfter.maxWait)}`,
    file(`${transport}/chain/Retry.ts`, `${core}/domain/time/RetryAfter.ts`),
  ],
  ["elements; their depth", `${count(limits.elements)}; ${limits.depth}`, file("extract/src/tree/Limits.ts")],
  [
    "a reading's processor time; a worker's memory; workers",
    `\`extract_timeout\`; ${numberIn("extract/src/DocumentExtractor.ts", /memory =/)} MiB; one for each processor, at most ${numberIn("extract/src/DocumentExtractor.ts", /size = Math\.min\(/)}, threads and processes apart`,
    `${file("extract/src/DocumentExtractor.ts")}, ${set("extract_isolation")}`,
  ],
  [
    "links of a document; pages of a PDF; entries of a feed",
    `${count(limits.links)}; ${numberIn("extract-pdf/src/PdfFormat.ts", /pages:/)}; ${numberIn("extract/src/formats/XmlFeed.ts", /maxEntries =/)}`,
    "[the reader](reader.md#bounds)",
  ],
  [
    "an answer to the model; links of a page",
    `${Settings.table.fields.max_length.manual.defaultText}; ${count(Page.maxLinks)} and ${count(Page.maxLinksLength)} characters`,
    `${set("max_length")}, ${file(`${core}/domain/page/Page.ts`)}`,
  ],
  [
    "an endpoint's answer, decoded",
    bytes(EndpointResponse.maxResponseBytes),
    file("provider-kit/src/endpoint/EndpointClient.ts"),
  ],
  [
    "`porthole serve`: a request's body, and one with the URLs of a batch; parallel requests; MCP sessions of a tenant",
    `${bytes(Guard.maxBodyBytes)}, ${bytes(Guard.maxBatchBytes)}; ${count(Slots.maxRequests)}; ${McpSessions.maxSessions}`,
    file("serve/src/Guard.ts", "serve/src/Slots.ts", "serve/src/mcp/McpSessions.ts"),
  ],
  [
    "connections that wait for a request; bodies that are being received, and answers that are being sent",
    `${count(Connections.maxWaiting)}; ${bytes(Connections.maxBytes)} each, with ${bytes(Connections.ownBytes)} for each connection`,
    file("serve/src/Connections.ts"),
  ],
]

const page = `# Limits

This page lists the bounds of every call. The last column names the [setting](settings.md) or the file that holds a bound. \`pnpm docs:pages\` makes this page from the code.

${table(["limit", "number", "set in"], rows)}
`

const { nested } = limits
const bounds = table(
  ["limit", "number", "effect", "`reduced`"],
  [
    [
      "characters of the source, of text",
      `${count(limits.source)}; ${count(limits.text)}`,
      "isn't read",
      "`characters`, with `read`",
    ],
    ["elements", count(limits.elements), "isn't read", "`characters`, with `read`"],
    [
      "ancestors of an element",
      `${limits.depth}; ${nested.list} lists, ${nested.blockquote} quotations, ${nested.table} tables`,
      "the element is left out and its text stays; an element that may hide its text stays",
      "`structure`",
    ],
    [
      "ancestors of all elements, of all characters",
      `${count(limits.around)}; ${count(limits.aroundText)}`,
      `elements nest at most ${limits.shallow} deep`,
      "`structure`",
    ],
    [
      "attributes of an element, characters of a value, of an address",
      `${limits.attributes}; ${count(limits.attribute)}; ${count(limits.address)}`,
      "left out; `style`, and an attribute that may hide the element, are kept whole",
      "",
    ],
    [
      "white space in a row",
      `1; in \`pre\` ${limits.preSpaces}, and ${limits.preBreaks} line breaks`,
      "is shortened",
      "",
    ],
    [
      "characters of style sheets",
      count(limits.styles),
      "later style sheets are ignored, and what they hide is read",
      "`structure`",
    ],
    [
      "characters of embedded data, of a formula's source",
      `${count(limits.data)}; ${count(limits.formula)}`,
      "is ignored",
      "",
    ],
    ["formulas in running text", count(limits.formulas), "stay text", ""],
    [
      "blocks that are judged",
      count(limits.blocks),
      "the content is the page's `main`, or its body, without navigation, header and footer",
      "",
    ],
    ["links of an answer", count(limits.links), "aren't listed; links in the text stay", "`links`, with `read`, `of`"],
  ],
)

const characters = `${count(numberIn("extract/src/formats/TextFormat.ts", /maxCharacters =/))} characters`
const { markdown, plainText, html, xml, feed, json, table: tables } = Formats

/** The formats by rows; the program ends if one is missing. */
const kinds: ReadonlyArray<
  readonly [kind: string, formats: ReadonlyArray<DocumentFormat.DocumentFormat>, output: string, bounds: string]
> = [
  ["HTML", [html], "the main content, by the stages above", `${count(limits.elements)} elements, ${limits.depth} deep`],
  [
    "Markdown, plain text, code",
    [markdown, plainText],
    "the text unchanged, code in a block with its language; Markdown without comments and with absolute links",
    characters,
  ],
  [
    "JSON",
    [json],
    "an indented code block with every digit; JSON lines unchanged; invalid JSON as text, or as a page if it begins like one",
    characters,
  ],
  [
    "feeds",
    [feed],
    "for each entry a heading with its link, its date, author, files and text; the text passes the stages from `streamed` to `normalise`, and `clean`",
    `${numberIn("extract/src/formats/XmlFeed.ts", /maxEntries =/)} entries; ${count(numberIn("extract/src/formats/FeedPage.ts", /maxTags =/))} tags, later entries without their text`,
  ],
  [
    "XML",
    [xml],
    "by its root: a feed, a page, or the document in a code block",
    `${count(numberIn("extract/src/formats/XmlTree.ts", /maxElements =/))} elements, ${numberIn("extract/src/formats/XmlTree.ts", /maxDepth =/)} deep`,
  ],
  [
    "tables",
    [tables],
    "a table whose head is the first row; commas, semicolons, bars or tabs separate the fields",
    `${["Rows", "Columns"].map((name) => `${count(numberIn("extract/src/formats/TableFormat.ts", new RegExp(`max${name} =`)))} ${name.toLowerCase()}`).join(", ")}, ${count(numberIn("extract/src/formats/TableFormat.ts", /maxCellLength =/))} characters a cell, ${count(numberIn("extract/src/formats/TableFormat.ts", /maxCharacters =/))} characters`,
  ],
  [
    "PDF",
    [pdf],
    "each page under a heading with its number: paragraphs, columns one after another, form values after their labels, links of annotations",
    `${numberIn("extract-pdf/src/PdfFormat.ts", /pages:/)} pages, ${count(numberIn("extract-pdf/src/PdfFormat.ts", /characters:/))} characters`,
  ],
  [
    "Office files, books, archives",
    [office],
    "by what the archive has: a Word document, a section for each sheet or slide, a book's chapters, or the names of its files",
    `${count(numberIn("extract-office/src/container/Zip.ts", /entries:/))} files; ${count(numberIn("extract-office/src/sheet/SheetRows.ts", /maxCells =/))} cells a sheet; ${count(numberIn("extract-office/src/slides/Presentation.ts", /maxSlides =/))} slides`,
  ],
  [
    "notebooks",
    [notebook],
    "cells in order: text, code with its language, outputs as text or tables",
    `${count(numberIn("extract-office/src/NotebookFormat.ts", /maxCells =/))} cells, ${count(numberIn("extract-office/src/NotebookFormat.ts", /maxOutput =/))} characters an output`,
  ],
  [
    "messages",
    [message],
    "sender, receivers and date, the body, quoted messages apart, the list of attachments, and documents among them",
    `${numberIn("extract-office/src/message/Message.ts", /maxAttachments =/)} attachments, of which ${numberIn("extract-office/src/message/Message.ts", /maxRead =/)} are read`,
  ],
]

const listed = new Set(kinds.flatMap(([, formats]) => formats))
for (const format of Formats.formats) {
  if (!listed.has(format)) throw new Error(`The format ${format.name} has no row in docs/scripts/make-limits.ts.`)
}

const codes = (words: ReadonlyArray<string>): string => words.map((word) => `\`${word}\``).join(", ")

const formats = table(
  ["kind", "media types", "output", "bounds"],
  kinds.map(([kind, some, output, bound]) => [
    kind,
    codes(some.flatMap(({ mediaTypes }) => mediaTypes)),
    output,
    bound,
  ]),
)

/** The services of `packages/core/src/ports`, and the one of `packages/stores`. */
const ports = globSync(["packages/core/src/ports/*.ts", "packages/stores/src/{AccessTokens,Credentials}.ts"], {
  cwd: root,
})
  .toSorted()
  .flatMap((path) =>
    [...read(path).matchAll(/export (?:class|const) (\w+)[^\n]*Context\.(?:Reference|Service)</g)].map(
      ([, name = ""]) => name,
    ),
  )

const statuses = Map.groupBy(WebError.ErrorCode.literals, (error) =>
  Reply.statusOf(new WebError.WebError({ wire: { error } })),
)

publish({
  "docs/limits.md": page,
  "docs/reader.md": between(
    between(read("docs/reader.md"), "bounds", bounds),
    "formats",
    `${formats}\n\n\`fetchImage\` accepts ${codes(ImageType.MediaType.literals)}.`,
  ),
  "docs/reference/http.md": between(
    read("docs/reference/http.md"),
    "statuses",
    table(
      ["status", "errors"],
      Array.from(statuses, ([status, errors]) => [
        String(status),
        codes(errors) + (status === 429 ? ", with `Retry-After`" : ""),
      ]).toSorted(),
    ),
  ),
  "docs/architecture.md": between(read("docs/architecture.md"), "ports", `The ports: ${codes(ports)}.`),
})
