/**
 * The mapping of a provider's search as tables: which request each query makes, to the letter, and what is made of each
 * answer. It is noon of 2026-03-10 UTC.
 */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import type { WebBackend } from "@porthole/core"
import type * as Provider from "@porthole/core/provider"
import { type ProviderDouble, ProviderTrial } from "@porthole/core/testing"

/** What is asked beside the words, which are `whales` unless it says others. */
export type Fields = Partial<WebBackend.SearchRequest>

/** Fields of a query, the request that they make, and those of them that no request can say. */
export type RequestCase = readonly [query: Fields, request: ProviderTrial.Sent, ignored?: ReadonlyArray<string>]

/** The rows that are made of an answer's body. */
export interface RowsCase {
  readonly name: string
  readonly query?: Fields
  readonly body: unknown
  readonly rows: ReadonlyArray<unknown>
  /** How many results were dropped. */
  readonly unusable?: number
}

/** The tables. */
export interface Mapping {
  /** What the provider says it is. */
  readonly identity: Provider.Identity
  /** An answer that has nothing. */
  readonly nothing: unknown
  readonly requests: ReadonlyArray<RequestCase>
  readonly rows: ReadonlyArray<RowsCase>
  /** Other bodies that are answers without hits. */
  readonly empty: ReadonlyArray<unknown>
  /** Bodies that are no answer of this provider, whatever their status. */
  readonly foreign: ReadonlyArray<unknown>
}

type Searching = Pick<Provider.Provider, "identity" | "makeSearch">

/** Searches with a provider at `https://NAME.test`, with the key `k`, over an answer. */
export const searching =
  ({ identity, makeSearch }: Searching, nothing: unknown) =>
  (query: Fields, answer: ProviderDouble.Outcome = { body: nothing }) =>
    Effect.andThen(
      TestClock.setTime(Date.UTC(2026, 2, 10, 12)),
      ProviderTrial.search(
        makeSearch({ url: `https://${identity.name}.test`, key: "k" }),
        { query: "whales", ...query },
        answer,
      ),
    )

/** Runs a table of requests. */
export const testRequests = (provider: Searching, nothing: unknown, requests: ReadonlyArray<RequestCase>): void => {
  const search = searching(provider, nothing)
  it.effect.each(requests.map(([query, request, ignored]) => ({ query, request, ignored })))(
    "$query",
    ({ ignored, query, request }) =>
      Effect.map(search(query), ({ answer, sent }) => {
        assert.deepStrictEqual(sent, [request])
        assert.deepStrictEqual(answer, {
          provider: provider.identity.name,
          rows: [],
          ...(ignored === undefined ? {} : { ignored }),
        })
      }),
  )
}

/** Runs all tables. */
export const testMapping = (
  provider: Searching,
  { empty, foreign, identity, nothing, requests, rows }: Mapping,
): void => {
  const search = searching(provider, nothing)

  it("names itself", () => assert.deepStrictEqual(provider.identity, identity))

  describe("the request of", () => testRequests(provider, nothing, requests))

  describe("the rows", () => {
    it.effect.each(rows)("of $name", ({ body, query = {}, rows, unusable }) =>
      Effect.map(search(query, { body }), ({ answer }) => {
        assert.deepStrictEqual(answer.rows, rows)
        assert.strictEqual(answer.unusable, unusable)
      }),
    )

    it.effect.each(empty.map((body) => ({ body })))("of $body are none", ({ body }) =>
      Effect.map(search({}, { body }), ({ answer }) => assert.deepStrictEqual(answer.rows, [])),
    )

    it.effect.each(foreign.map((body) => ({ body })))("of $body are a failure", ({ body }) =>
      Effect.map(Effect.flip(search({}, { body })), ({ reason }) =>
        assert.strictEqual(reason, `${identity.name}_unreachable`),
      ),
    )
  })
}
