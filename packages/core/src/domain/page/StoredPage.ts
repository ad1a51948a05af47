/**
 * A page as it is stored: whole, before anything is cut, compressed or paged. It is an extractor's cleaned result and
 * its source.
 */
import * as Schema from "effect/Schema"
import * as HttpUrl from "../url/HttpUrl.ts"
import * as Recorded from "../call/Recorded.ts"
import { Extracted } from "./Extracted.ts"
import { Usage } from "./Usage.ts"

/** A site's validators for revalidating a page (RFC 9110 section 8.8); `url` is the one that sent them. */
export const Validators = Schema.Struct({
  url: HttpUrl.HttpUrl,
  etag: Schema.optionalKey(Schema.String.check(Schema.isPattern(/^(?:W\/)?"[\x21\x23-\x7e\x80-\xff]{0,512}"$/))),
  last_modified: Schema.optionalKey(Schema.String.check(Schema.isPattern(/^[A-Za-z0-9 ,:+-]{1,64}$/))),
})
export type Validators = typeof Validators.Type

/**
 * A reader's cleaned result, and its source. `url` is the final one, `redirected_from` lists those before it, in order.
 */
export const StoredPage = Schema.Struct({
  ...Extracted.fields,
  url: HttpUrl.HttpUrl,
  status_code: Schema.Int,
  redirected_from: Schema.Array(HttpUrl.HttpUrl),
  validators: Schema.optionalKey(Validators),
  /** When it came from its site, or the site last confirmed it: ISO 8601 in UTC. */
  fetched_at: Schema.optionalKey(Schema.String),
  /** `true` if the document's scripts have run. Absent otherwise. */
  rendered: Schema.optionalKey(Schema.Literal(true)),
  /** The name of the rule by which it was read at a better address than the requested one. */
  address_rule: Schema.optionalKey(Schema.String),
  /** The site's preferences about its use. */
  usage: Schema.optionalKey(Usage),
  /** The record of its exchange, if a recording is made or replayed. */
  recorded: Schema.optionalKey(Recorded.Recorded),
})
export type StoredPage = typeof StoredPage.Type
