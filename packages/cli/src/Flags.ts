/** Flags that several commands share. A tool's parameter has the same name in kebab-case. */
import type * as Argument from "effect/cli/Argument"
import * as Flag from "effect/cli/Flag"
import * as GlobalFlag from "effect/cli/GlobalFlag"
import * as Param from "effect/cli/Param"
import * as Primitive from "effect/cli/Primitive"
import * as Option from "effect/Option"
import { type FetchRequest, type Setting, SettingSet, type Settings } from "@porthole/core"
import { type Name, table, type Values } from "./settings.ts"

/** A flag that is off by default. */
export const toggle = (name: string, description: string): Flag.Flag<boolean> =>
  Flag.Boolean(name).pipe(Flag.withDescription(description), Flag.withDefault(false))

/** `--no-pager`, of every command. */
export const NoPager = GlobalFlag.Setting("no-pager")({
  flag: toggle("no-pager", "Write long answers to the terminal without a pager"),
})

/** `--json`. */
export const json = (description: string): Flag.Flag<boolean> => toggle("json", description)

/** `--extract`. */
export const extract: Flag.Flag<Option.Option<FetchRequest.ExtractMode>> = Flag.Literals("extract", [
  "markdown",
  "text",
  "html",
]).pipe(
  Flag.withDescription("What to print: the main content as Markdown (default), plain text or clean HTML"),
  Flag.optional,
)

/** `--max-length`. */
export const maxLength = (description: string): Flag.Flag<Option.Option<number>> =>
  wholeNumber("max-length", description)

/** A whole number; the kernel clamps it. */
export const wholeNumber = (name: string, description: string): Flag.Flag<Option.Option<number>> =>
  Flag.String(name).pipe(
    Flag.filterMap(
      (text) => (/^-?\d{1,15}$/.test(text) ? Option.some(Number(text)) : Option.none()),
      () => "a whole number",
    ),
    Flag.withDescription(description),
    Flag.withMetavar("number"),
    Flag.optional,
  )

/** `--query`. */
export const query: Flag.Flag<Option.Option<string>> = Flag.String("query").pipe(
  Flag.withDescription("What you want to know: a page longer than --max-length comes as the passages that answer it"),
  Flag.optional,
)

/** `--find`. */
export const find: Flag.Flag<Option.Option<string>> = Flag.String("find").pipe(
  Flag.withDescription("Print only the places with exactly these words, in any letter case, and what surrounds them"),
  Flag.optional,
)

/** `--start-index`. */
export const startIndex: Flag.Flag<Option.Option<number>> = wholeNumber("start-index", "Read on from this character")

/** `--section`. */
export const section: Flag.Flag<Option.Option<string>> = Flag.String("section").pipe(
  Flag.withDescription("Read the section under this heading, by its text or its number in the outline"),
  Flag.optional,
)

/** A text, which the kernel validates. */
export const text = (name: string, metavar: string, description: string): Flag.Flag<Option.Option<string>> =>
  Flag.String(name).pipe(Flag.withMetavar(metavar), Flag.withDescription(description), Flag.optional)

/** A file's name as it was typed, which shells complete; the library's own `Path` resolves it, and so `-`, too. */
const fileName: Primitive.Primitive<string> = Object.assign(Object.create(Primitive.String), {
  _tag: "Path",
  pathType: "file",
})

/** An argument that names a file. */
export const file = (name: string): Argument.Argument<string> =>
  Param.makeSingle({ kind: Param.argumentKind, name, primitiveType: fileName })

/** A flag that names a file. */
export const fileFlag = (name: string, description: string): Flag.Flag<Option.Option<string>> =>
  Param.makeSingle({ kind: Param.flagKind, name, primitiveType: fileName }).pipe(
    Flag.withDescription(description),
    Flag.optional,
  )

/** Host names, in repeated flags or separated by commas. */
export const hosts = (name: string, description: string): Flag.Flag<ReadonlyArray<string>> =>
  Flag.String(name).pipe(
    Flag.withMetavar("host"),
    Flag.withDescription(description),
    Flag.atLeast(0),
    Flag.map((lists) => lists.flatMap((list) => list.split(","))),
  )

/** An object with the option's value under the key; empty for `None`. */
export function ifSome<K extends string, A>(key: K, value: Option.Option<A>): { readonly [P in K]?: A }
export function ifSome(key: string, value: Option.Option<unknown>): object {
  return Option.match(value, { onNone: () => ({}), onSome: (some) => ({ [key]: some }) })
}

/** `--robots`. It is off by default, because robots.txt is for programs, and here a person names the page. */
export const robots: Flag.Flag<boolean> = toggle(
  "robots",
  "Fetch a page only if its site's robots.txt allows it, as the tools do for a model",
)

/** The manual's text without backquotes. */
const plain = (text: string): string => text.replaceAll("`", "")

/** The bounds and default of a setting that a flag overrides: `1–100 (default 10)`. */
export const rangeOf = (name: Name): string => {
  const { bounds, defaultText } = table.fields[name].manual
  return `${plain(bounds)} (default ${defaultText})`
}

/** The flag of a setting, with the same syntax as its environment variable. */
const setting = <A, I>(name: Name, field: Setting.Setting<A, I>, metavar = "names"): Flag.Flag<Option.Option<A>> => {
  const { about, bounds, defaultText } = field.manual
  const separator = bounds.includes("a list of") ? ", separated by commas" : ""
  return Flag.String(name.replaceAll("_", "-")).pipe(
    Flag.filterMap(
      (text) => SettingSet.read(field, text),
      () => plain(bounds),
    ),
    Flag.withDescription(plain(`${about} Accepts ${bounds}${separator}; default ${defaultText}`)),
    Flag.withMetavar(metavar),
    Flag.optional,
  )
}

/** `--listen`. */
export const listen: Flag.Flag<Option.Option<Values["listen"]>> = setting("listen", table.fields.listen, "address:port")

/** `--allow-tokenless`: the setting if it is given, else nothing, so that the environment decides. */
export const allowTokenless: Flag.Flag<{ readonly allow_tokenless?: true }> = toggle(
  "allow-tokenless",
  plain(table.fields.allow_tokenless.manual.about),
).pipe(Flag.map((isGiven) => (isGiven ? { allow_tokenless: true } : {})))

/** `--provider`. */
export const provider: Flag.Flag<Option.Option<Settings.SettingsShape["provider"]>> = setting(
  "provider",
  table.fields.provider,
)

/** `--reader`. */
export const reader: Flag.Flag<Option.Option<Settings.SettingsShape["reader"]>> = setting("reader", table.fields.reader)

/** `--tenant`. */
export const tenant: Flag.Flag<Option.Option<string>> = Flag.String("tenant").pipe(
  Flag.filter(
    (name) => name !== "",
    () => "a name that isn't empty",
  ),
  Flag.withDescription("The tenant whose keys, caches and limits apply (default: default)"),
  Flag.withMetavar("name"),
  Flag.optional,
)

/** `--docs-site`, once per site; its value is checked when the tools are set up. */
export const docsSites: Flag.Flag<ReadonlyArray<{ readonly name: string; readonly baseUrl: string }>> = Flag.String(
  "docs-site",
).pipe(
  Flag.filterMap(
    (text) => {
      const at = text.indexOf("=")
      return at === -1 ? Option.none() : Option.some({ name: text.slice(0, at), baseUrl: text.slice(at + 1) })
    },
    () => "a name and a base URL, such as boats=https://docs.example.com/guide",
  ),
  Flag.withDescription("Add docs_search and docs_fetch for the documentation below a base URL; may be repeated"),
  Flag.withMetavar("name=url"),
  Flag.atLeast(0),
)

/** `--docs`, once per library. */
export const docs: Flag.Flag<ReadonlyArray<string>> = Flag.String("docs").pipe(
  Flag.withDescription("Let MCP clients search this indexed library (`porthole docs list`); may be repeated"),
  Flag.withMetavar("name@version"),
  Flag.atLeast(0),
)

/** The flags of a recording. */
interface RecordingFlags {
  readonly record: Option.Option<string>
  readonly replay: Option.Option<string>
  readonly replayMisses: Option.Option<Misses>
}

type Misses = "error" | "live" | "search"

/** `--record` and `--replay`, of which a command takes one. */
export const recording: { readonly [Name in keyof RecordingFlags]: Flag.Flag<RecordingFlags[Name]> } = {
  record: fileFlag("record", "Record everything from outside into this WARC file (.warc.gz), after what it holds"),
  replay: fileFlag("replay", "Answer from this recording, without a network"),
  replayMisses: Flag.Literals("replay-misses", ["error", "search", "live"]).pipe(
    Flag.withDescription("Requests that it doesn't hold fail, rank its pages (searches), or use the network"),
    Flag.optional,
  ),
}

/** The settings of {@link recording}. */
export const recordingOf = ({
  record,
  replay,
  replayMisses,
}: RecordingFlags): {
  readonly recording?: string
  readonly recording_mode?: "record" | "replay"
  readonly replay_misses?: Misses
} => ({
  ...(Option.isSome(replay)
    ? { recording: replay.value, recording_mode: "replay" }
    : Option.isSome(record)
      ? { recording: record.value, recording_mode: "record" }
      : {}),
  ...ifSome("replay_misses", replayMisses),
})
