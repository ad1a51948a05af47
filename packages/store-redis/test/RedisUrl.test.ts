import { assert, describe, it } from "vitest"
import { SharedStores } from "@porthole/core"
import { Effect, Exit, Layer, Option, Redacted } from "effect"
import { inspect } from "node:util"
import { RedisStore } from "../src/index.ts"
import * as RedisConnection from "../src/RedisConnection.ts"

const parse = (url: string) =>
  Option.map(RedisConnection.parse(Redacted.make(url)), ({ password, ...rest }) => ({
    ...rest,
    password: password === undefined ? undefined : Redacted.value(password),
  }))

const plain = { host: "cache", port: 6379, isTls: false, username: undefined, password: undefined, database: 0 }

describe("RedisUrl", () => {
  it.each([
    ["redis://cache", plain],
    ["redis://cache/", plain],
    ["redis://cache:7000/3", { ...plain, port: 7000, database: 3 }],
    ["rediss://cache", { ...plain, isTls: true }],
    ["redis://[::1]:6380", { ...plain, host: "::1", port: 6380 }],
    ["redis://:p%40ss%2Fword@cache", { ...plain, password: "p@ss/word" }],
    ["redis://me:secret@cache", { ...plain, username: "me", password: "secret" }],
  ])("reads %s", (url, expected) => {
    assert.deepStrictEqual(Option.getOrUndefined(parse(url)), expected)
  })

  it.each([
    "",
    "cache:6379",
    "http://cache",
    "redis://",
    "redis:///tmp/redis.sock",
    "redis://cache:99999",
    "redis://cache/db",
    "redis://cache/1/2",
    "redis://cache?db=1",
    "redis://:%zz@cache",
  ])("refuses %j", (url) => {
    assert.isTrue(Option.isNone(parse(url)))
  })

  it("fails the layer for an invalid URL, and doesn't show it", async () => {
    const layer = RedisStore.layer({ url: Redacted.make("http://:hunter2@cache") })
    const exit = await Effect.runPromiseExit(Effect.scoped(Layer.build(layer)))
    assert.isTrue(Exit.isFailure(exit))
    assert.include(inspect(exit, { depth: 20 }), "redis_url")
    assert.notInclude(inspect(exit, { depth: 20, showHidden: true }), "hunter2")
  })

  it("needs no server to set the stores of robots.txt, turns and circuits", async () => {
    const layer = RedisStore.layer({ url: Redacted.make("redis://127.0.0.1:1") })
    const stores = Effect.all([SharedStores.RobotsStore, SharedStores.TurnStore, SharedStores.CircuitStore])
    const set = await Effect.runPromise(Effect.provide(stores, layer))
    assert.deepStrictEqual(
      set.map(({ _tag }) => _tag),
      ["Some", "Some", "Some"],
    )
  })
})
