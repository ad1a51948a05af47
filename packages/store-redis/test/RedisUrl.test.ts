import { assert, describe, it } from "vitest"
import { Option, Redacted } from "effect"
import * as RedisUrl from "../src/RedisUrl.ts"

const parse = (url: string) =>
  Option.map(RedisUrl.parse(Redacted.make(url)), ({ password, ...rest }) => ({
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
})
