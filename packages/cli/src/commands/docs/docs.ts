/** `porthole docs`: its subcommands, arguments, flags and help. */
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Effect from "effect/Effect"
import * as Flags from "../../Flags.ts"

const loadRuns = Effect.promise(() => import("./run.ts"))

const json = Flags.json("Print the answer, or the error, as one JSON document")

const library = Argument.String("library").pipe(
  Argument.withDescription("The library's name, or NAME@VERSION for one version of it"),
)

const add = Command.make(
  "add",
  {
    source: Argument.String("source").pipe(
      Argument.withDescription(
        "An installed package, npm:NAME@VERSION, a folder, an archive or a page, or an https: URL of a file or a site",
      ),
      Argument.optional,
    ),
    project: Flags.text("for", "dir", "Add every direct dependency of the project in this folder, as it is installed"),
    name: Flags.text("name", "name@version", "The library's name and version (default: the package's or folder's)"),
    base: Flags.text("url", "base", "The web address of the pages: BASE and a page's path is its URL"),
    json,
  },
  ({ source, project, name, base, json }) =>
    Effect.flatMap(loadRuns, (runs) =>
      runs.add({
        json,
        ...Flags.ifSome("source", source),
        ...Flags.ifSome("project", project),
        ...Flags.ifSome("name", name),
        ...Flags.ifSome("base", base),
      }),
    ),
).pipe(
  Command.withDescription("Index documentation. Nothing of an indexed folder is ever loaded or run."),
  Command.withShortDescription("Index documentation"),
  Command.withExamples([
    { command: "porthole docs add --for .", description: "Every direct dependency, at the installed version" },
    { command: "porthole docs add effect", description: "One installed package" },
    { command: "porthole docs add npm:kysely@0.28.2", description: "A package of your npm registry" },
    { command: "porthole docs add https://docs.example.org/", description: "The pages of a site, by its own pace" },
    {
      command: "porthole docs add ./handbook --name handbook@2 --url https://handbook.example.com",
      description: "A folder of Markdown or HTML, under the addresses of its site",
    },
  ]),
)

const update = Command.make("update", { json }, ({ json }) =>
  Effect.flatMap(loadRuns, (runs) => runs.update({ json })),
).pipe(Command.withDescription("Index again what has changed since it was added"))

const remove = Command.make("remove", { library }, ({ library }) =>
  Effect.flatMap(loadRuns, (runs) => runs.remove(library)),
).pipe(
  Command.withDescription("Remove a library, or one version of it; exit code 1 if there is none"),
  Command.withAlias("rm"),
)

const list = Command.make("list", { json }, ({ json }) => Effect.flatMap(loadRuns, (runs) => runs.list({ json }))).pipe(
  Command.withDescription("List the libraries, their sizes, and what was left out of them"),
)

const search = Command.make(
  "search",
  {
    query: Argument.String("query").pipe(
      Argument.withDescription("A question, or the name of a function, type or option"),
      Argument.optional,
    ),
    library: Flags.text("library", "name@version", "Search this library (default: all of them)"),
    maxResults: Flags.wholeNumber("max-results", "How many hits to print at most, 1–50 (default 5)"),
    maxLength: Flags.maxLength("Characters of all hits together, 500–100,000 (default 8,000)"),
    json,
    ndjson: Flags.toggle("ndjson", 'Answer lines {"query", "library"?, "max_results"?} from stdin, each with a line'),
  },
  ({ query, library, maxResults, maxLength, json, ndjson }) => {
    const input = {
      ...Flags.ifSome("query", query),
      ...Flags.ifSome("library", library),
      ...Flags.ifSome("max_results", maxResults),
      ...Flags.ifSome("max_length", maxLength),
    }
    return Effect.flatMap(loadRuns, (runs) => (ndjson ? runs.searchLines(input) : runs.search({ input, json })))
  },
).pipe(
  Command.withDescription("Search the indexed documentation, without a network. The project here decides on versions."),
  Command.withShortDescription("Search the indexed documentation"),
  Command.withExamples([
    { command: 'porthole docs search "retry with a schedule" --library effect', description: "Ask one library" },
  ]),
)

const fetch = Command.make(
  "fetch",
  {
    url: Argument.String("url").pipe(Argument.withDescription("The URL of a hit")),
    query: Flags.query,
    section: Flags.section,
    startIndex: Flags.startIndex,
    maxLength: Flags.maxLength(`Length of the text, ${Flags.rangeOf("max_length")}`),
    json,
  },
  ({ url, query, section, startIndex, maxLength, json }) =>
    Effect.flatMap(loadRuns, (runs) =>
      runs.fetch({
        input: {
          url,
          ...Flags.ifSome("query", query),
          ...Flags.ifSome("section", section),
          ...Flags.ifSome("start_index", startIndex),
          ...Flags.ifSome("max_length", maxLength),
        },
        json,
      }),
    ),
).pipe(Command.withDescription("Read a page of the indexed documentation, without a network"))

export const docs = Command.make("docs").pipe(
  Command.withDescription("Index documentation that is installed, and search it by question, offline."),
  Command.withShortDescription("Index and search installed documentation"),
  Command.withSubcommands([add, update, remove, list, search, fetch]),
)
