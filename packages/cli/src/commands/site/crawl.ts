/** `porthole crawl`: its arguments, flags and help. */
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Flags from "../../Flags.ts"
import * as JobFlags from "../batch/JobFlags.ts"

const patterns = (name: string, description: string): Flag.Flag<ReadonlyArray<string>> =>
  Flag.String(name).pipe(Flag.withMetavar("glob"), Flag.withDescription(description), Flag.atLeast(0))

export const crawl = Command.make(
  "crawl",
  {
    prefix: Argument.String("prefix").pipe(
      Argument.withDescription("An http or https URL: the pages below it are read"),
    ),
    out: Flags.fileFlag("out", "The folder for the pages and results.ndjson; the same command goes on, or looks again"),
    format: JobFlags.format,
    maxPages: Flags.wholeNumber("max-pages", "How many URLs to visit at most (default 500)"),
    maxDepth: Flags.wholeNumber("max-depth", "How many links to follow from the prefix to a page (default 20)"),
    maxBytes: Flags.wholeNumber("max-bytes", "How many bytes to read in all (default 1,073,741,824)"),
    include: patterns("include", "Only pages whose path matches, such as '/guide/**'; may be repeated"),
    exclude: patterns("exclude", "No page whose path matches; may be repeated"),
    subdomains: Flags.toggle("subdomains", "Also read the pages of the host's subdomains"),
    dryRun: Flags.toggle("dry-run", "Only list the pages, as `porthole map` does"),
    changes: Flags.fileFlag("changes", "Write what is new, changed or gone since the last crawl into this file"),
    diff: Flags.toggle("diff", "With --changes, also the changed lines of each text"),
    delay: JobFlags.delay,
    concurrency: JobFlags.concurrency,
    restart: Flags.toggle("restart", "Forget what the folder's crawls have done, and begin anew"),
    tenant: Flags.tenant,
    ...Flags.recording,
  },
  (flags) =>
    Effect.flatMap(
      Effect.promise(() => import("./crawlSite.ts")),
      ({ crawlSite }) =>
        crawlSite({
          url: flags.prefix,
          format: flags.format,
          include: flags.include.length === 0 ? undefined : flags.include,
          exclude: flags.exclude.length === 0 ? undefined : flags.exclude,
          subdomains: flags.subdomains,
          isDryRun: flags.dryRun,
          out: Option.getOrUndefined(flags.out),
          maxPages: Option.getOrElse(flags.maxPages, () => 500),
          maxDepth: Option.getOrUndefined(flags.maxDepth),
          maxBytes: Option.getOrUndefined(flags.maxBytes),
          changes: Option.getOrUndefined(flags.changes),
          hasDiff: flags.diff,
          delay: flags.delay,
          concurrency: Option.getOrElse(flags.concurrency, () => 1),
          restart: flags.restart,
          settings: { robots: true, ...Flags.recordingOf(flags) },
          ...Flags.ifSome("tenant", flags.tenant),
        }),
    ),
).pipe(
  Command.withDescription(
    "Read the pages of a site below a URL, whole, into a folder or as JSON lines. It obeys robots.txt, and makes one " +
      "request at a time and a second apart, or slower where the site demands it. The same command goes on where it " +
      "stopped; after the end it asks the site for what has changed.",
  ),
  Command.withShortDescription("Read the pages of a site"),
  Command.withExamples([
    {
      command: "porthole crawl https://example.com/ --out docs --max-pages 2000 --include '/guide/**'",
      description: "A part of a site, as Markdown files",
    },
    {
      command: "porthole crawl https://example.com/ --out docs --changes changes.ndjson",
      description: "A week later: only what has changed is sent again",
    },
  ]),
)
