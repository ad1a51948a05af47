/** The port to pages that were read before. Its default keeps none, so every page is fetched anew. */
import * as Context from "effect/Context"
import * as Schema from "effect/Schema"
import * as HttpUrl from "../domain/HttpUrl.ts"
import { Obstacle } from "../domain/Obstacle.ts"
import { Validators } from "../domain/Page.ts"
import { Reduced } from "../domain/Reduced.ts"
import { Removed } from "../domain/Removed.ts"
import * as AnswerCache from "./AnswerCache.ts"

/** A page as it is kept: whole, before anything is cut, compressed or paged. Only pages that could be read are kept. */
export const KeptPage = Schema.Struct({
  title: Schema.String,
  url: HttpUrl.HttpUrl,
  content: Schema.String,
  links: Schema.Array(Schema.String),
  status_code: Schema.Int,
  text_length: Schema.Natural,
  removed: Schema.optionalKey(Removed),
  obstacle: Schema.optionalKey(Obstacle),
  reduced: Schema.optionalKey(Schema.Array(Reduced)),
  redirected_from: Schema.Array(HttpUrl.HttpUrl),
  validators: Schema.optionalKey(Validators),
})
export type KeptPage = typeof KeptPage.Type

/** Keeps no page. */
export const none: AnswerCache.AnswerCache<KeptPage> = AnswerCache.none()

/** Pages by URL, mode and tenant; {@link none} unless a layer is provided. */
export const PageCache: Context.Reference<AnswerCache.AnswerCache<KeptPage>> = Context.Reference<
  AnswerCache.AnswerCache<KeptPage>
>("@porthole/core/PageCache", { defaultValue: () => none })
