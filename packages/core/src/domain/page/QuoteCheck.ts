/** The arguments and the answer of `checkQuote`: whether a page contains a quote, and where. */
import * as Schema from "effect/Schema"
import * as Parameters from "../call/Parameters.ts"
import * as Recorded from "../call/Recorded.ts"
import * as HttpUrl from "../url/HttpUrl.ts"
import { FetchRequest } from "./FetchRequest.ts"

const { cache, max_age, render, url } = FetchRequest.fields

/** A quote, and the page to look for it. */
export const QuoteRequest = Schema.Struct({
  /** Absolute http or https URL of the page. */
  url,
  /** The quote: 1–2,000 characters. */
  quote: Parameters.Text.annotateKey({ description: "The words that the page should contain." }),
  cache,
  max_age,
  render,
})
export type QuoteRequest = typeof QuoteRequest.Type
export type QuoteRequestInput = typeof QuoteRequest.Encoded

/** `spelling` if only case, spaces, typographic characters, Markdown or invisible characters differ. */
export const Verdict = Schema.Literals(["exact", "spelling", "absent"])
export type Verdict = typeof Verdict.Type

/** What a page says about a quote. Offsets count in the page's text, whose hash is `sha256`. */
export const QuoteCheck = Schema.Struct({
  verdict: Verdict,
  /** Final URL, after redirects. */
  url: HttpUrl.HttpUrl,
  /** The first place of the quote in the page's text, in UTF-16 units; absent if it isn't there. */
  start: Schema.optionalKey(Schema.Natural),
  end: Schema.optionalKey(Schema.Natural),
  /** The page's text at that place, at most 20,000 characters of it. Untrusted. */
  text: Schema.optionalKey(Schema.String),
  /** The page's words nearest to a quote that is absent, if any are near: at most 2,000 characters. Untrusted. */
  nearest: Schema.optionalKey(Schema.String),
  /** The nearest heading above it. Untrusted. */
  heading: Schema.optionalKey(Schema.String),
  /** `true` if it lies outside the main content. */
  outside: Schema.optionalKey(Schema.Literal(true)),
  /** The URL with a text fragment, with which a browser scrolls to the quote. */
  link: Schema.optionalKey(Schema.String),
  /** The SHA-256 of the page's whole text in UTF-8, in hexadecimal. */
  sha256: Schema.String,
  /** Length of the page's whole text in characters (UTF-16 units). */
  total_length: Schema.Natural,
  /** When the page came from its site, or the site last confirmed it: ISO 8601 in UTC. */
  fetched_at: Schema.optionalKey(Schema.String),
  /** The record of its exchange, if a recording is made or replayed. */
  recorded: Schema.optionalKey(Recorded.Recorded),
  /** Sentences about the arguments, a text that is cut, and a page that couldn't be read as a whole. */
  message: Schema.optionalKey(Schema.String),
}).annotate({ identifier: "QuoteCheck" })
export type QuoteCheck = typeof QuoteCheck.Type
