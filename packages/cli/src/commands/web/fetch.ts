/** `porthole fetch`: its arguments, flags and help. */
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { FetchRequest } from "@porthole/core"
import * as Flags from "../../Flags.ts"
import * as Quit from "../../Quit.ts"
import type { Fetch } from "./web.ts"

export const fetch = Command.make(
  "fetch",
  {
    urls: Argument.String("url").pipe(
      Argument.withDescription("The http or https URL of a page, or the URLs of up to 20 pages"),
      Argument.variadic({ min: 1 }),
    ),
    mode: Flags.extract,
    query: Flags.query,
    find: Flags.find,
    startIndex: Flags.startIndex,
    section: Flags.section,
    all: Flags.toggle("all", "Print the whole page, as a terminal shows it anyway, and not only its beginning"),
    outline: Flags.toggle("outline", "Print only the headings of the page, with their numbers for --section"),
    output: Flags.fileFlag("output", "Write the page's text, or the image that is there, to this file"),
    links: Flags.toggle("links", "Also list the links of the page"),
    maxBytes: Flags.wholeNumber("max-bytes", "Cut the text after this many bytes (UTF-8), at least 1024"),
    maxLength: Flags.maxLength(`Cut the text to this length, ${Flags.rangeOf("max_length")}`),
    noCache: Flags.toggle("no-cache", "Read the page again instead of taking a recent copy from the cache"),
    maxAge: Flags.wholeNumber("max-age", "Take a copy from the cache only if it is younger than this many seconds"),
    render: Flags.toggle("render", "Run the page's scripts first, in a browser without a network"),
    explain: Flags.toggle("explain", "Print on stderr what a rendered page asked for, and what it got"),
    trace: Flags.toggle("trace", "Print on stderr the time of each step: hops, DNS, connections, stages of the reader"),
    robots: Flags.robots,
    reader: Flags.reader,
    tenant: Flags.tenant,
    ...Flags.recording,
    json: Flags.json("Print the page, or the error, as one JSON document"),
  },
  (flags) =>
    Effect.flatMap(
      Effect.promise(() => import("./web.ts")),
      ({ fetch, fetchPages }) => {
        const [url = "", ...others] = flags.urls
        const view = {
          ...Flags.ifSome("extract", flags.mode),
          ...Flags.ifSome("query", flags.query),
          ...Flags.ifSome("find", flags.find),
          ...Flags.ifSome("start_index", flags.startIndex),
          ...Flags.ifSome("section", flags.section),
          ...Flags.ifSome("max_bytes", flags.maxBytes),
          ...Flags.ifSome("max_length", flags.maxLength),
          ...(flags.links ? { links: true } : {}),
          ...(flags.noCache ? { cache: false } : {}),
          ...Flags.ifSome("max_age", flags.maxAge),
          ...(flags.render ? { render: true } : {}),
        }
        const call = {
          settings: {
            robots: flags.robots,
            ...Flags.recordingOf(flags),
            ...(flags.render ? { render: "always" as const } : {}),
            ...(flags.trace ? { trace: true } : {}),
            ...Flags.ifSome("reader", flags.reader),
          },
          json: flags.json,
          trace: flags.trace,
          explain: flags.explain,
          extent: flags.outline ? ("outline" as const) : flags.all ? ("all" as const) : ("usual" as const),
          ...Flags.ifSome("tenant", flags.tenant),
        }
        if (flags.urls.length > maxUrls)
          return Quit.withMessage(
            Quit.codes.usage,
            `fetch reads up to ${maxUrls} pages. \`porthole batch FILE --out DIR\` reads any number of them.`,
          )
        const [unfit] = flags.outline ? partsOf(flags) : []
        if (unfit !== undefined)
          return Quit.withMessage(
            Quit.codes.usage,
            `--outline prints the headings of the whole page. Leave out ${unfit}.`,
          )
        if (Option.isSome(flags.output))
          return saved({ input: { url, ...view }, ...call }, flags.output.value, others.length)
        return others.length === 0
          ? fetch({ input: { url, ...view }, ...call })
          : fetchPages({ input: { urls: flags.urls, ...view }, ...call })
      },
    ),
).pipe(
  Command.withDescription(
    "Read one public web page as Markdown, text or clean HTML. Private, local and metadata addresses are refused, " +
      "always.",
  ),
  Command.withShortDescription("Read one web page"),
  Command.withExamples([
    { command: "porthole fetch https://example.com", description: "Print a page as Markdown" },
    {
      command: 'porthole fetch https://example.com/manual --query "battery life" --max-length 2000',
      description: "Print what the page says about something",
    },
    { command: "porthole fetch https://example.com --extract text --json", description: "Plain text, as JSON" },
    { command: "porthole fetch https://example.com/map.png --output map.png", description: "Save an image" },
  ]),
)

// --- private --------------------------------------------------------------------------

/** As many as the tool accepts; the kernel isn't loaded for it. */
const maxUrls = 20

/** Those flags that choose a part of the text, or where it goes: `--outline` prints no text. */
const partsOf = (
  flags: Readonly<Record<"find" | "mode" | "output" | "section" | "startIndex", Option.Option<unknown>>>,
) => {
  const all = {
    "--find": flags.find,
    "--section": flags.section,
    "--start-index": flags.startIndex,
    "--extract": Option.filter(flags.mode, (mode) => mode !== "markdown"),
    "--output": flags.output,
  }
  return Object.entries(all).flatMap(([name, value]) => (Option.isSome(value) ? [name] : []))
}

/** Saves the one page; `others` is the number of further URLs. */
const saved = (call: Fetch<FetchRequest.FetchRequestInput>, file: string, others: number) =>
  others === 0
    ? Effect.flatMap(
        Effect.promise(() => import("./save.ts")),
        ({ save }) => save(call, file),
      )
    : Quit.withMessage(Quit.codes.usage, "--output writes one page. Give one URL.")
