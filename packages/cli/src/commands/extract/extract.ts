/** `porthole extract`: its arguments, flags and help. */
import * as Argument from "effect/cli/Argument"
import * as CliError from "effect/cli/CliError"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Flags from "../../Flags.ts"

const url = Flag.String("url").pipe(
  Flag.withDescription("Where the page came from; relative links are resolved against it, and dropped without it"),
  Flag.filter(
    (text) => /^https?:$/.test(URL.parse(text)?.protocol ?? ""),
    () => "an absolute http or https URL",
  ),
  Flag.optional,
)

const stdinOnlyError = Effect.fail(
  new CliError.ValidationError({
    message: "--ndjson reads files and URLs from stdin only. Leave out the file and --url",
  }),
)

const oneFileError = new CliError.ValidationError({
  message: "--explain reads one file, and neither stdin nor --ndjson. Name the file as the argument",
})

const mediaError = new CliError.ValidationError({
  message: "--extract-media reads one file, and neither stdin, --ndjson nor --explain. Name the file as the argument",
})

const isStdin = (file: Option.Option<string>): boolean => Option.getOrElse(file, () => "-") === "-"

export const extract = Command.make(
  "extract",
  {
    file: Flags.file("file").pipe(
      Argument.withDescription(
        "A saved page (HTML, Markdown, text, PDF…), gzipped or not. Without it, or as -, stdin is read",
      ),
      Argument.optional,
    ),
    url,
    mode: Flags.extract,
    query: Flags.query,
    find: Flags.find,
    startIndex: Flags.startIndex,
    section: Flags.section,
    maxLength: Flags.maxLength("Cut the text after this many characters (default: never)"),
    json: Flags.json("Print the page as JSON, as web_fetch gives it"),
    ndjson: Flags.toggle(
      "ndjson",
      'Read files named by lines {"path", "url"?, "query"?…} from stdin, one line of JSON each',
    ),
    extractMedia: Flag.String("extract-media").pipe(
      Flag.withDescription("Write the pictures of an Office file or a book to this folder, beside printing its text"),
      Flag.optional,
    ),
    explain: Flags.toggle(
      "explain",
      "Print how the page was read instead of its text: a line per stage of the reader, with the size of the " +
        "result and the time it took",
    ),
  },
  ({ file, url, mode, query, find, startIndex, section, maxLength, json, ndjson, explain, extractMedia }) => {
    const viewOptions = {
      ...Flags.ifSome("extract", mode),
      ...Flags.ifSome("query", query),
      ...Flags.ifSome("find", find),
      ...Flags.ifSome("start_index", startIndex),
      ...Flags.ifSome("section", section),
      ...Flags.ifSome("max_length", maxLength),
    }
    const from = { ...Flags.ifSome("path", file), ...Flags.ifSome("url", url) }
    if (explain) {
      const saved = { ...from, ...viewOptions }
      return Effect.flatMap(
        Effect.promise(() => import("./explainFile.ts")),
        (run) => run.file({ saved, json }),
      )
    }
    return Effect.flatMap(
      Effect.promise(() => import("./run.ts")),
      (run) =>
        ndjson
          ? run.lines(viewOptions)
          : run.file({ ...from, json, viewOptions, ...Flags.ifSome("mediaFolder", extractMedia) }),
    )
  },
).pipe(
  Command.validate(({ file, url, ndjson, explain, extractMedia }) => {
    if (Option.isSome(extractMedia) && (ndjson || explain || isStdin(file))) return Effect.fail(mediaError)
    if (ndjson && explain) return Effect.fail(oneFileError)
    if (ndjson) return Option.isSome(file) || Option.isSome(url) ? stdinOnlyError : Effect.void
    if (explain && isStdin(file)) return Effect.fail(oneFileError)
    return Effect.void
  }),
  Command.withDescription(
    "Read a saved page from a file or stdin, by the reader of fetch, without a network. Cuts only by --max-length.",
  ),
  Command.withShortDescription("Read a saved page from a file"),
  Command.withExamples([
    {
      command: "porthole extract page.html.gz --url https://example.com/page",
      description: "Print a page as Markdown",
    },
    {
      command: "porthole extract page.html --url https://example.com/page --explain",
      description: "Print the result of each stage of the reader",
    },
    { command: "curl -s https://example.com | porthole extract", description: "Read a page from stdin" },
    {
      command: "porthole extract --ndjson < pages.ndjson",
      description: 'Read many files, named by lines {"path", "url"?}',
    },
  ]),
)
