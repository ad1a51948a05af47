/** `porthole batch`: its arguments, flags and help. */
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Flags from "../../Flags.ts"
import * as JobFlags from "./JobFlags.ts"

export const batch = Command.make(
  "batch",
  {
    file: Flags.file("file").pipe(
      Argument.withDescription("A file with a URL, or a JSON object with `url`, on each line; - is stdin"),
    ),
    out: Flags.fileFlag(
      "out",
      "The folder for the pages and results.ndjson; the same command goes on where it stopped",
    ),
    format: JobFlags.format,
    maxLength: Flags.maxLength("Cut each page to this length (default: whole pages)"),
    delay: JobFlags.delay,
    concurrency: JobFlags.concurrency,
    restart: Flags.toggle("restart", "Forget what the folder's job has done, and begin anew"),
    retryFailed: Flags.text(
      "retry-failed",
      "reason",
      "Also read again what failed, all of it or that of one reason, such as timeout",
    ),
    ignoreRobots: Flags.toggle("ignore-robots", "Also fetch pages that their site's robots.txt disallows"),
    reader: Flags.reader,
    tenant: Flags.tenant,
    ...Flags.recording,
  },
  (flags) =>
    Effect.flatMap(
      Effect.promise(() => import("./run.ts")),
      ({ run }) =>
        run({
          file: flags.file,
          out: Option.getOrUndefined(flags.out),
          format: flags.format,
          maxLength: Option.getOrUndefined(flags.maxLength),
          concurrency: Option.getOrElse(flags.concurrency, () => 1),
          delay: flags.delay,
          restart: flags.restart,
          retryFailed: Option.getOrUndefined(flags.retryFailed),
          settings: {
            robots: !flags.ignoreRobots,
            ...Flags.recordingOf(flags),
            ...Flags.ifSome("reader", flags.reader),
          },
          ...Flags.ifSome("tenant", flags.tenant),
        }),
    ),
).pipe(
  Command.withDescription(
    "Read thousands of pages by the pace of their hosts: one request at a time and a second apart, or slower where a " +
      "site demands it. Every URL gets a result, a page or its error.",
  ),
  Command.withShortDescription("Read many pages, and go on where it stopped"),
  Command.withExamples([
    { command: "porthole batch urls.txt --out corpus", description: "Read all into files; again: only what is left" },
    { command: "porthole batch urls.txt --out corpus --retry-failed timeout", description: "Try some again" },
    {
      command: "porthole batch urls.txt --out own --delay 0s --concurrency 4",
      description: "A site of one's own, which bears more",
    },
  ]),
)
