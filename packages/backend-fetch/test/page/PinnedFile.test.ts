/** Tests files over doubles of the ports: the boundary, the list of types and the limit. No socket is opened. */
import { assert, describe, it } from "@effect/vitest"
import { Doubles } from "@porthole/testing"
import { Duration, Effect, Layer } from "effect"
import { PinnedFetch } from "../../src/index.ts"

type Answer = Parameters<typeof Doubles.dialer>[0]

const over = (answer: Answer) =>
  Layer.merge(
    Doubles.dialer(answer),
    Doubles.resolver({ "site.test": ["93.184.216.34"], "private.test": ["10.0.0.1"] }),
  )

const get = (answer: Answer, url = "https://site.test/a.tgz") =>
  Effect.scoped(
    PinnedFetch.file(url, { types: ["application/gzip"], maxBytes: 1_048_576, deadline: Duration.seconds(5) }),
  ).pipe(Effect.provide(over(answer)))

const file = (type: string, size: number) => () => ({
  status: 200,
  headers: { "content-type": type },
  body: new Uint8Array(size).fill(7),
})

const errorOf = (answer: Answer, url?: string) =>
  Effect.map(Effect.flip(get(answer, url)), ({ wire }) => [wire.error, wire.reason])

describe("PinnedFile", () => {
  it.effect("returns a file's bytes, its type and its final URL", () =>
    Effect.gen(function* () {
      const { bytes, contentType, url } = yield* get(file("Application/GZIP; x=1", 3))
      assert.deepStrictEqual(
        [Array.from(bytes), contentType, url],
        [[7, 7, 7], "application/gzip", "https://site.test/a.tgz"],
      )
    }),
  )

  it.effect("refuses private hosts, also behind a redirect, other types and larger files", () =>
    Effect.gen(function* () {
      const moved = () => ({ status: 302, headers: { location: "https://private.test/a.tgz" } })
      assert.deepStrictEqual(yield* errorOf(moved), ["blocked_url", "redirect_to_blocked_target"])
      assert.deepStrictEqual(yield* errorOf(file("application/gzip", 1), "https://private.test/a.tgz"), [
        "blocked_url",
        "private_or_metadata_target",
      ])
      assert.deepStrictEqual((yield* errorOf(file("video/mp4", 1)))[0], "unsupported_content_type")
      assert.deepStrictEqual((yield* errorOf(file("application/gzip", 1_048_577)))[0], "response_too_large")
    }),
  )
})
