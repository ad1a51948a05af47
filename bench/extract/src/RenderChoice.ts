/** The choice of `render: auto` about a page, by our reader and the rule of the transport. */
import * as Result from "effect/Result"
import * as RenderRule from "../../../packages/backend-fetch/src/page/RenderRule.ts"
import { read, stages } from "../../../packages/extract/src/html/Pipeline.ts"

/** Whether a page would be rendered; `undefined` if it can't be read. */
export const isRendered = (bytes: Uint8Array): boolean | undefined => {
  const page = { url: "https://site.test/page", contentType: "text/html", bytes, mode: "markdown" } as const
  const extracted = read(page, { isTimedOut: () => false, stages })
  return Result.isSuccess(extracted) ? RenderRule.needsScripts(page, extracted.success) : undefined
}
