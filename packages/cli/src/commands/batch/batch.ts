/** `porthole batch`: its arguments, flags and help. */
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Duration from "effect/Duration"
import * as Flag from "effect/cli/Flag"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { SettingText } from "@porthole/core"
import * as Flags from "../../Flags.ts"

/** Milliseconds of a text; a number alone is in seconds. */
export const durationOf = (text: string): Option.Option<number> => {
  const duration = SettingText.durationOf(/^[\d.]+$/.test(text) ? `${text} s` : text)
  const ms = Duration.isDuration(duration) ? Duration.toMillis(duration) : Number.NaN
  return ms >= 0 && ms <= 600_000 ? Option.some(ms) : Option.none()
}

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
    format: Flag.Literals("format", ["markdown", "text", "html", "json"]).pipe(
      Flag.withDescription("How to write a page (default: markdown)"),
      Flag.withDefault("markdown" as const),
    ),
    maxLength: Flags.maxLength("Cut each page to this length (default: whole pages)"),
    delay: Flag.String("delay").pipe(
      Flag.filterMap(durationOf, () => "a duration of up to 10 min, such as 250ms, 2s or 0"),
      Flag.withMetavar("duration"),
      Flag.withDescription("Time from one request to a host to the next, in seconds or as 250ms (default: 1s)"),
      Flag.withDefault(1_000),
    ),
    concurrency: Flags.wholeNumber("concurrency", "Requests to a host at the same time (default 1)"),
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
