/** Runs `porthole fetch --output`: writes a page, or an image, to a file. */
import { type FetchRequest, Image, type Page } from "@porthole/core"
import { Node, ToolCalls } from "@porthole/tools"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { writeFile } from "node:fs/promises"
import * as Answer from "../../Answer.ts"
import * as Json from "../../Json.ts"
import * as NewFolder from "../../NewFolder.ts"
import { Output, type OutputClosed } from "../../Output.ts"
import * as Progress from "../../Progress.ts"
import * as Quit from "../../Quit.ts"
import * as PageView from "../../view/PageView.ts"
import * as Printable from "../../view/Printable.ts"
import { style } from "../../view/View.ts"
import { withSettings } from "../../withSettings.ts"
import { addKnownUrls, type Fetch, hostOf, wholePage } from "./web.ts"

/** Saves the page of a URL as `fetch` prints it, whole unless it is limited, or the bytes of an image. */
export const save = (
  { input, json, settings, tenant }: Fetch<FetchRequest.FetchRequestInput>,
  file: string,
): Effect.Effect<void, Quit.Quit | OutputClosed, Output> =>
  withSettings(
    settings,
    ({ max_image_bytes }) =>
      Effect.matchEffect(Progress.showWhile(`Fetching from ${hostOf(input.url)}`, fetchWhole(input, max_image_bytes)), {
        onFailure: (error) => Answer.failure(error, json),
        onSuccess: (answer) => write(file, fileOf(answer, json)),
      }),
    tenant,
  )

// --- private --------------------------------------------------------------------------

type Saved = Page.Page | Page.Pages | Image.Image

const fetchWhole = (input: FetchRequest.FetchRequestInput, maxImageBytes: number) =>
  addKnownUrls([input.url]).pipe(
    Effect.andThen(ToolCalls.fetchOrImage({ max_length: wholePage, ...input })),
    Effect.provideService(ToolCalls.MaxImageBytes, maxImageBytes),
    Effect.provide(Node.layer()),
  )

/** A file's content, and the sentences about it. */
interface File {
  /** What it is, for a person who asked for a PDF and gets its text. */
  readonly what: "the image" | "JSON" | "the page's text"
  readonly content: string | Uint8Array
  readonly notes: ReadonlyArray<string>
}

const fileOf = (answer: Saved, isJson: boolean): File => {
  if ("bytes" in answer) {
    if (!isJson) return { what: "the image", content: answer.bytes, notes: [] }
    return { what: "JSON", content: Json.line(encodeImage(answer)), notes: [] }
  }
  if (isJson) return { what: "JSON", content: Json.line(answer), notes: [] }
  const { body, notes } = "pages" in answer ? PageView.pages(PageView.of)(plain)(answer) : PageView.of(plain)(answer)
  return { what: "the page's text", content: body, notes }
}

const plain = style(false)

const encodeImage = Schema.encodeSync(Image.ImageJson)

const write = (file: string, { content, notes, what }: File) =>
  Effect.matchEffect(
    Effect.tryPromise(() => writeFile(file, content)),
    {
      onFailure: ({ cause }) =>
        Quit.withMessage(
          Quit.codes.failed,
          `${Printable.line(file)} can't be written${
            NewFolder.isFull(cause) ? ": the disk is full." : ". Name a file in a folder of yours."
          }`,
        ),
      onSuccess: () =>
        Effect.flatMap(Output, ({ err }) =>
          err(
            [`Wrote ${what} to ${file}: ${Buffer.byteLength(content)} bytes.`, ...notes]
              .map((note) => `porthole: ${Printable.line(note)}\n`)
              .join(""),
          ),
        ),
    },
  )
