/** `fetchImage` as a function of any arguments: for programs, not a tool for models. */
import * as Effect from "effect/Effect"
import { Arguments, fetchImage, Image, RefusalReport } from "@porthole/core"
import { withUrl } from "./Fetch.ts"
import { observed, type ToolCall } from "./ToolCall.ts"
import * as ToolArguments from "../arguments/ToolArguments.ts"

/** `fetchImage`. The use-case logs its refusals. */
export const image: ToolCall<Image.Image> = (input) =>
  observed(
    "fetch_image",
    readRequest(input).pipe(
      Effect.flatMap(({ args }) => withUrl(args)),
      Effect.flatMap((request) => fetchImage(Arguments.untyped(request))),
    ),
    RefusalReport.isRefusal,
  )

// --- private --------------------------------------------------------------------------

const readRequest = ToolArguments.reader(Image.ImageRequest)
