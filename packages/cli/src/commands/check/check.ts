/** `porthole check`: its arguments, flags and help. */
import * as Argument from "effect/cli/Argument"
import * as CliError from "effect/cli/CliError"
import * as Command from "effect/cli/Command"
import * as Effect from "effect/Effect"
import * as Flags from "../../Flags.ts"

export const check = Command.make(
  "check",
  {
    urls: Argument.String("url").pipe(Argument.withDescription("The URLs to check"), Argument.variadic()),
    json: Flags.json("Print each verdict as one line of JSON"),
    ndjson: Flags.toggle("ndjson", 'Judge lines {"url", "resolves"?} from stdin, one line of JSON each'),
    offline: Flags.toggle("offline", "Send nothing to DNS: a name without `resolves` counts as not found"),
    explain: Flags.toggle(
      "explain",
      "Request each URL for real, and print every step; unlike a fetch it reads no page, accepts every final status, " +
        "500 too, and retries nothing; with --offline it only checks the URL itself",
    ),
  },
  ({ urls, json, ndjson, offline, explain }) =>
    explain
      ? Effect.flatMap(
          Effect.promise(() => import("./explain.ts")),
          (run) => run.urls({ urls, json, offline }),
        )
      : Effect.flatMap(
          Effect.promise(() => import("./run.ts")),
          (run) => (ndjson ? run.lines({ offline }) : run.urls({ urls, json, offline })),
        ),
).pipe(
  Command.validate(({ urls, ndjson, explain }) =>
    ndjson && explain
      ? Effect.fail(new CliError.ValidationError({ message: "With --explain the URLs come as arguments" }))
      : ndjson === urls.length > 0
        ? Effect.fail(
            new CliError.ValidationError({
              message: ndjson ? "With --ndjson the URLs come from stdin, not as arguments" : "Name at least one URL",
            }),
          )
        : Effect.void,
  ),
  Command.withDescription(
    "Report whether the policy admits a URL, and why not. Without --explain it fetches nothing. Exit code 1 if any " +
      "is refused; with --ndjson 0 once every line was answered.",
  ),
  Command.withShortDescription("Report whether the policy admits a URL"),
  Command.withExamples([
    { command: "porthole check https://example.com http://169.254.169.254/", description: "Check two URLs" },
    {
      command: "porthole check --explain http://example.com/moved",
      description: "Follow the redirects, and print where and by which rule they are refused",
    },
    {
      command: `echo '{"url":"http://a.test","resolves":["10.0.0.1"]}' | porthole check --ndjson --offline`,
      description: "Check a URL with a DNS answer of your own",
    },
  ]),
)
