/** Writes what lies over the cells of a sheet: charts' data, text boxes and pictures' alternative texts. */
import type { WebError } from "@porthole/core"
import * as Result from "effect/Result"
import type * as OpenXml from "../container/OpenXml.ts"
import { elementsOf } from "../container/Xml.ts"
import { chartsOf } from "../drawing/Chart.ts"
import { shapesOf } from "../drawing/Shapes.ts"

/** The drawing of a sheet; `hidden` is the number of its shapes that nobody sees. */
export const drawingOf = (
  office: OpenXml.Package,
  name: string | undefined,
): Result.Result<{ readonly html: string; readonly hidden: number }, WebError.WebError> =>
  Result.gen(function* () {
    const root = yield* office.part(name)
    if (name === undefined || root === undefined) return { html: "", hidden: 0 }
    const relationships = yield* office.relationships(name)
    const charts = yield* chartsOf(office, relationships)
    const endless = Number.POSITIVE_INFINITY
    const drawn = elementsOf(root).map((anchor) =>
      shapesOf(anchor, { width: endless, height: endless, isWhite: false, relationships, charts }),
    )
    return {
      html: drawn.map(({ html }) => html).join(""),
      hidden: drawn.reduce((sum, { hidden }) => sum + hidden, 0),
    }
  })
