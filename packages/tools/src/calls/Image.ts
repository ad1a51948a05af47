/** `fetchImage` as a function of any arguments: for programs, not a tool for models. */
import * as Effect from "effect/Effect"
import { fetchImage, Image, RefusalReport } from "@porthole/core"
import { withUrl } from "./Fetch.ts"
import { observed, type ToolCall } from "./ToolCall.ts"
import * as ToolArguments from "../arguments/ToolArguments.ts"

/** `fetchImage`. The use-case logs its refusals. */
export const image: ToolCall<Image.Image> = (input) =>
  observed(
    "fetch_image",
    Effect.flatMap(Effect.flatMap(decodeRequest(input ?? {}), withUrl), fetchImage),
    RefusalReport.isRefusal,
  )

// --- private --------------------------------------------------------------------------

const decodeRequest = ToolArguments.decode(Image.ImageRequest)
