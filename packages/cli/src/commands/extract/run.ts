/** Runs `porthole extract`. */
import * as NodeFileSystem from "@effect/platform-node/NodeFileSystem"
import type { Extractor, FetchRequest, WebError } from "@porthole/core"
import { Lines, Node, ToolCalls } from "@porthole/tools"
import * as Effect from "effect/Effect"
import type * as FileSystem from "effect/FileSystem"
import * as Option from "effect/Option"
import * as Predicate from "effect/Predicate"
import * as Stdio from "effect/Stdio"
import * as Stream from "effect/Stream"
import * as Answer from "../../Answer.ts"
import * as Json from "../../Json.ts"
import { Output, type OutputClosed } from "../../Output.ts"
import * as Quit from "../../Quit.ts"
import * as SavedPage from "../../SavedPage.ts"
import * as PageView from "../../view/PageView.ts"
import { withSettings } from "../../withSettings.ts"
import { extractMedia } from "./extractMedia.ts"

/** How to show pages, from the flags. */
export interface ViewOptions {
  readonly extract?: FetchRequest.ExtractMode
  readonly query?: string
  readonly find?: string
  readonly start_index?: number
  readonly section?: string
  readonly max_length?: number
}

/** A file, its page's URL, and how to show it. */
export interface FileOptions {
  readonly path?: string
  readonly url?: string
  readonly viewOptions: ViewOptions
  /** Where the pictures of the document go. */
  readonly mediaFolder?: string
}

/** Reads one file, or stdin if the name is `-` or missing. */
export const file = (
  options: FileOptions & { readonly json: boolean },
): Effect.Effect<void, Quit.Quit | OutputClosed, Output | Stdio.Stdio> =>
  withSettings({}, () =>
    Effect.andThen(
      options.path === undefined ? refuseTerminal : Effect.void,
      Answer.give({
        json: options.json,
        activity: "Reading",
        make: readOne(options),
        view: PageView.of,
      }),
    ).pipe(Effect.provide([Node.extractor, Node.similarity, NodeFileSystem.layer])),
  )

/**
 * Reads the file that each line of stdin names, and answers the lines in order, each with its page or its error. A line
 * is a JSON object: `path`, optionally `url`, and any {@link ViewOptions}, which override those of the flags.
 */
export const lines = (viewOptions: ViewOptions): Effect.Effect<void, Quit.Quit | OutputClosed, Output | Stdio.Stdio> =>
  withSettings({}, () =>
    Effect.gen(function* () {
      const output = yield* Output
      const { stdin } = yield* Stdio.Stdio
      const answers = Stream.mapEffect(
        Lines.split(stdin),
        (line) =>
          Effect.match(readLine(line, viewOptions), { onFailure: (error) => error.wire, onSuccess: (page) => page }),
        { concurrency: atOnce },
      )
      yield* Stream.runForEach(answers, (answer) => output.out(Json.line(answer)))
    }).pipe(Effect.provide([Node.extractor, Node.similarity, NodeFileSystem.layer])),
  ).pipe(Effect.catchTag("PlatformError", () => Quit.withMessage(Quit.codes.failed, "stdin can't be read.")))

// --- private --------------------------------------------------------------------------

/** Maximum number of concurrent files: as many as the reader has threads at most. */
const atOnce = 4

const readLine = (line: Option.Option<string>, viewOptions: ViewOptions) => {
  const value = Option.getOrUndefined(Option.flatMap(line, Json.parse))
  return read(Predicate.isObject(value) ? { ...viewOptions, ...value } : value)
}

/** A terminal sends no page. */
const refuseTerminal = Effect.flatMap(Output, ({ isInteractive }) =>
  isInteractive ? Quit.withMessage(Quit.codes.usage, "Name a file, or send a page to stdin.") : Effect.void,
)

const readOne = ({
  mediaFolder,
  path,
  viewOptions,
  url,
}: FileOptions): Effect.Effect<PageView.ShownPage, WebError.WebError, Needed> => {
  const input = { path: path ?? "-", ...(url === undefined ? {} : { url }), ...viewOptions }
  const page = Effect.flatMap(
    SavedPage.decode(input),
    (saved): Effect.Effect<PageView.ShownPage, WebError.WebError, Needed> =>
      saved.path === "-" ? SavedPage.readStdin(saved) : SavedPage.read(saved),
  )
  return ToolCalls.logged(
    mediaFolder === undefined ? page : Effect.tap(page, () => extractMedia(input.path, mediaFolder)),
  )
}

type Needed = Extractor.Extractor | Stdio.Stdio | FileSystem.FileSystem

const read = (input: unknown) => ToolCalls.logged(Effect.flatMap(SavedPage.decode(input), SavedPage.read))
