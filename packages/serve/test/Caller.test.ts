import { Conversation } from "@porthole/core"
import { AccessTokens } from "@porthole/stores"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Logger } from "effect"
import { TestClock } from "effect/testing"
import * as Caller from "../src/Caller.ts"
import * as ServerSettings from "../src/settings/ServerSettings.ts"
import * as Token from "../src/Token.ts"

const unreadable = new AccessTokens.AccessTokensError({ message: "The Redis that stores the access tokens is down." })

/** A lookup over a list of tokens that tests change, or make unreadable. */
const setUp = Effect.fnUntraced(function* (settings: ServerSettings.Input = {}) {
  const stored: Array<AccessTokens.StoredToken> = []
  let isReadable = true
  const list = Effect.suspend(() => (isReadable ? Effect.succeed([...stored]) : Effect.fail(unreadable)))
  const tokens = AccessTokens.AccessTokens.of({ list, add: () => Effect.void, remove: () => Effect.succeed(false) })
  const find = yield* Caller.make.pipe(
    Effect.provide([
      Layer.orDie(ServerSettings.layer(settings)),
      Layer.succeed(AccessTokens.AccessTokens, tokens),
      Layer.succeed(Conversation.Conversation, { id: "process", tenant: "default" }),
    ]),
  )
  const nameOf = (authorization: string | undefined, isLocal: boolean) =>
    find(authorization, isLocal).pipe(
      Effect.map(({ tenant }) => tenant),
      Effect.catch(({ _tag }) => Effect.succeed(_tag)),
    )
  return {
    local: (authorization?: string) => nameOf(authorization, true),
    remote: (authorization?: string) => nameOf(authorization, false),
    add: Effect.map(Token.make("acme"), ({ stored: added, token }) => {
      stored.push(added)
      return `Bearer ${token}`
    }),
    removeAll: Effect.sync(() => void stored.splice(0)),
    lose: Effect.sync(() => void (isReadable = false)),
    wait: TestClock.adjust(Caller.tokenCacheTtl),
  }
})

describe("a caller without a token", () => {
  it.effect("is the process on this machine as long as there are no tokens, whatever key it sends", () =>
    Effect.gen(function* () {
      const { local, remote } = yield* setUp()
      assert.deepStrictEqual(yield* Effect.all([local(), local("Bearer fc-any"), remote(), remote("Bearer fc-any")]), [
        "default",
        "default",
        "Unauthorized",
        "Unauthorized",
      ])
    }),
  )

  it.effect("is refused once a token was added, after five seconds at the latest", () =>
    Effect.gen(function* () {
      const { add, local, remote, wait } = yield* setUp()
      assert.strictEqual(yield* local(), "default")
      const token = yield* add
      // No tenant's calls run as the process because its token isn't known yet.
      assert.strictEqual(yield* local(token), "Unauthorized")
      yield* wait
      assert.deepStrictEqual(yield* Effect.all([local(), local("Bearer fc-any"), local(token), remote(token)]), [
        "Unauthorized",
        "Unauthorized",
        "acme",
        "acme",
      ])
    }),
  )

  it.effect("stays refused when the last token is removed or lost, and so is that token", () =>
    Effect.gen(function* () {
      const { add, local, removeAll, wait } = yield* setUp()
      const token = yield* add
      assert.strictEqual(yield* local(token), "acme")
      yield* removeAll
      yield* wait
      assert.deepStrictEqual(yield* Effect.all([local(), local(token)]), ["Unauthorized", "Unauthorized"])
    }),
  )

  it.effect("is refused with a line in the log, once in five seconds, while the tokens can't be read", () =>
    Effect.gen(function* () {
      const lines: Array<unknown> = []
      const logger = Logger.make(({ message }) => void lines.push(message))
      yield* Effect.gen(function* () {
        const { local, lose, wait } = yield* setUp()
        yield* lose
        yield* Effect.all([local(), local(), local("Bearer fc-any")])
        assert.lengthOf(lines, 1)
        yield* wait
        yield* local()
      }).pipe(Effect.provide(Logger.layer([logger])))
      assert.lengthOf(lines, 2)
      assert.include(String(lines[0]), "tokens can't be read. The Redis that stores the access tokens is down.")
    }),
  )

  it.effect("is refused with one line in the log, once the tokens that there were are gone", () =>
    Effect.gen(function* () {
      const lines: Array<unknown> = []
      const logger = Logger.make(({ message }) => void lines.push(message))
      yield* Effect.gen(function* () {
        const { add, local, removeAll, wait } = yield* setUp()
        const token = yield* add
        assert.strictEqual(yield* local(token), "acme")
        yield* removeAll
        for (const expected of ["Unauthorized", "Unauthorized"]) {
          yield* wait
          assert.strictEqual(yield* local(token), expected)
        }
      }).pipe(Effect.provide(Logger.layer([logger])))
      assert.lengthOf(lines, 1)
      assert.match(String(lines[0]), /holds no token any more.*appendonly yes/)
    }),
  )

  it.effect("is refused while the tokens can't be read", () =>
    Effect.gen(function* () {
      const { local, lose, wait } = yield* setUp()
      assert.strictEqual(yield* local(), "default")
      yield* lose
      yield* wait
      assert.strictEqual(yield* local(), "AccessTokensError")
    }),
  )

  it.effect("is the process on this machine under allow_tokenless, and nowhere else", () =>
    Effect.gen(function* () {
      const { add, local, lose, remote, wait } = yield* setUp({ allow_tokenless: true })
      const token = yield* add
      assert.deepStrictEqual(yield* Effect.all([local(), remote(), local(token), local("Bearer fc-any")]), [
        "default",
        "Unauthorized",
        "acme",
        "Unauthorized",
      ])
      yield* lose
      yield* wait
      assert.strictEqual(yield* local(), "default")
    }),
  )
})
