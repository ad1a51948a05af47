/** What a failure says of an image that was read as a page: each face has its own way to the image. */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { DocumentFormat, type Page, type SearchAndFetch, WebError } from "@porthole/core"

/** The message of such a failure; by default it stays as the reader wrote it. */
export const ImageAdvice: Context.Reference<string | undefined> = Context.Reference<string | undefined>(
  "@porthole/tools/ImageAdvice",
  { defaultValue: () => undefined },
)

/** Gives the advice in a call's failure, and in the failures of its pages. */
export const told = <A extends Answer, R>(
  call: Effect.Effect<A, WebError.WebError, R>,
): Effect.Effect<A, WebError.WebError, R> =>
  Effect.flatMap(ImageAdvice, (message) =>
    Effect.mapError(toldOfPages(call), (error) =>
      message !== undefined && DocumentFormat.isOfImage(error)
        ? WebError.make({ ...error.wire, message }, WebError.causeOf(error))
        : error,
    ),
  )

/** Gives the advice in the failures of a call's pages only. */
export const toldOfPages = <A extends Answer, R>(
  call: Effect.Effect<A, WebError.WebError, R>,
): Effect.Effect<A, WebError.WebError, R> =>
  Effect.flatMap(ImageAdvice, (message) => Effect.map(call, (answer) => withMessage(answer, message)))

// --- private --------------------------------------------------------------------------

type Answer = Page.Page | Page.Pages | SearchAndFetch.SearchAndFetchResult

const withMessage = <A extends Answer>(answer: A, message: string | undefined): A =>
  message !== undefined && "pages" in answer && answer.pages.some(isOfImage)
    ? { ...answer, pages: answer.pages.map((page) => (isOfImage(page) ? { ...page, message } : page)) }
    : answer

const isOfImage = (page: Page.FailedPage | Page.Page): boolean => "error" in page && DocumentFormat.isOfImage(page)
