/** `docs_search` and `docs_fetch` over indexed libraries, as functions of any arguments. */
import {
  Arguments,
  type DocsIndex,
  type LibraryAnswer,
  LibraryRequest,
  readLibraryPage as readPage,
  searchLibraries as search,
  type WebError,
} from "@porthole/core"
import type * as Effect from "effect/Effect"
import * as ToolArguments from "../arguments/ToolArguments.ts"
import { answer, observed } from "./ToolCall.ts"

/** A call that needs the index, and no network. */
export type LibraryCall<A> = (input: unknown) => Effect.Effect<A, WebError.WebError, DocsIndex.DocsIndex>

/** `docs_search` of indexed libraries. */
export const searchLibraries: LibraryCall<LibraryAnswer.LibraryHits> = (input) =>
  observed(
    "docs_search",
    answer(readSearch(input), (args) => search(Arguments.untyped(args))),
  )

/** `docs_fetch` of indexed libraries. */
export const readLibraryPage: LibraryCall<LibraryAnswer.LibraryPage> = (input) =>
  observed(
    "docs_fetch",
    answer(readFetch(input), (args) => readPage(Arguments.untyped(args))),
  )

// --- private --------------------------------------------------------------------------

const readSearch = ToolArguments.reader(LibraryRequest.LibrarySearch)
const readFetch = ToolArguments.reader(LibraryRequest.LibraryFetch)
