/**
 * Tests the mapping of a provider's search by tables: the exact request of each query, and the rows of each answer. The
 * clock shows noon of 2026-03-10 UTC.
 */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import type { WebBackend } from "@porthole/core"
import { type ProviderDouble, ProviderTrial } from "@porthole/provider-kit/testing"
import type * as Provider from "@porthole/provider-kit"

/** The query besides its words, which are `whales` by default. */
export type Fields = Partial<WebBackend.SearchRequest>

/** Fields of a query, the request that they make, and the fields that no request can express. */
export type RequestCase = readonly [query: Fields, request: ProviderTrial.Sent, ignored?: ReadonlyArray<string>]

/** The rows of an answer's body. */
export interface RowsCase {
  readonly name: string
  readonly query?: Fields
  readonly body: unknown
  readonly rows: ReadonlyArray<unknown>
  /** The number of dropped results. */
  readonly unusable?: number
}

/** The tables. */
export interface Mapping {
  /** The provider's identity. */
  readonly identity: Provider.Identity
  /** An answer without hits. */
  readonly nothing: unknown
  readonly requests: ReadonlyArray<RequestCase>
  readonly rows: ReadonlyArray<RowsCase>
  /** Other answers without hits. */
  readonly empty: ReadonlyArray<unknown>
  /** Bodies that aren't answers of this provider, whatever their status. */
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
