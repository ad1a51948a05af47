/** An Office file's own title, author and dates (ISO/IEC 29500-2, section 11). */
import type { WebError } from "@porthole/core"
import * as Result from "effect/Result"
import * as OpenXml from "./container/OpenXml.ts"
import { find, textOf } from "./container/Xml.ts"
import type { Made } from "./Made.ts"

/** Reads them; the title is empty if the file has none. */
export const propertiesOf = (
  office: OpenXml.Package,
): Result.Result<Pick<Made, "title" | "author" | "published" | "modified">, WebError.WebError> =>
  Result.gen(function* () {
    const root = yield* office.part(OpenXml.targetOf(yield* office.relationships(""), "core-properties"))
    const value = (name: string): string | undefined => textOf(find(root, name)).trim() || undefined
    return {
      title: value("title") ?? "",
      author: value("creator"),
      published: value("created"),
      modified: value("modified"),
    }
  })
