/** The contract of stored keys, for every store: a tenant's keys belong only to that tenant. */
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import type * as Scope from "effect/Scope"
import { Conversation } from "@porthole/core"
import * as Credentials from "../Credentials.ts"
import { Contract } from "@porthole/testing"

/** Makes the store, empty each time. */
export type MakeStore = Effect.Effect<Credentials.StoredKeys, Credentials.CredentialsError, Scope.Scope>

/** The cases. */
export const cases = (make: MakeStore): ReadonlyArray<Contract.Case> => {
  const test = testOver(make)
  return [...keyCases(test), ...tenantCases(test)]
}

// --- private --------------------------------------------------------------------------

type Test = (
  name: string,
  run: (keys: Credentials.StoredKeys) => Effect.Effect<void, Contract.BrokenContract | Credentials.CredentialsError>,
) => Contract.Case

const testOver =
  (make: MakeStore): Test =>
  (name, run) =>
    Contract.make(
      name,
      Effect.scoped(Effect.flatMap(make, run)).pipe(
        Effect.catchTag("CredentialsError", ({ message }) =>
          Effect.fail(new Contract.BrokenContract({ message: `${name}: unexpected ${message}` })),
        ),
      ),
      (effect) => effect,
    )

/** The keys of one tenant. */
const keyCases = (test: Test): ReadonlyArray<Contract.Case> => [
  test("has nothing at first, and nothing to remove", (keys) =>
    Effect.gen(function* () {
      yield* expectKey(keys, "default", "tavily", undefined)
      yield* Contract.expectEqual(yield* keys.list("default"), [], "list")
      yield* Contract.expectEqual(yield* keys.remove("default", "tavily"), false, "remove")
    })),
  test("returns the latest value", (keys) =>
    Effect.gen(function* () {
      yield* keys.set("default", "tavily", Redacted.make("first"))
      yield* keys.set("default", "tavily", Redacted.make("second"))
      yield* keys.set("default", "brave", Redacted.make("third"))
      yield* expectKey(keys, "default", "tavily", "second")
      yield* expectKey(keys, "default", "brave", "third")
      yield* Contract.expectEqual(yield* keys.list("default"), ["brave", "tavily"], "list")
    })),
  test("removes one key, once", (keys) =>
    Effect.gen(function* () {
      yield* keys.set("default", "tavily", Redacted.make("a"))
      yield* keys.set("default", "brave", Redacted.make("b"))
      yield* Contract.expectEqual(yield* keys.remove("default", "tavily"), true, "the first time")
      yield* Contract.expectEqual(yield* keys.remove("default", "tavily"), false, "the second time")
      yield* expectKey(keys, "default", "tavily", undefined)
      yield* expectKey(keys, "default", "brave", "b")
    })),
]

/** Several tenants, and calls in parallel. */
const tenantCases = (test: Test): ReadonlyArray<Contract.Case> => [
  test("separates tenants with unusual names", (keys) =>
    Effect.gen(function* () {
      for (const tenant of unusualTenants) yield* keys.set(tenant, "tavily", Redacted.make(`key of ${tenant}.`))
      for (const tenant of unusualTenants) yield* expectKey(keys, tenant, "tavily", `key of ${tenant}.`)
      yield* expectKey(keys, "nobody", "tavily", undefined)
      for (const name of ["__proto__", "constructor", "toString"]) {
        yield* expectKey(keys, name, "tavily", name === "__proto__" ? "key of __proto__." : undefined)
        yield* expectKey(keys, "acme", name, undefined)
      }
    })),
  test("serves a tenant's key to no other tenant's call", (keys) =>
    Effect.gen(function* () {
      yield* keys.set("acme", "tavily", Redacted.make("key of acme"))
      const found = (tenant: string) =>
        Credentials.withStored(keys)
          .find({ provider: "tavily", variable: "PORTHOLE_NO_SUCH_VARIABLE" })
          .pipe(Effect.provideService(Conversation.Conversation, { id: "a call", tenant }), Effect.map(shown))
      yield* Contract.expectEqual(yield* found("acme"), "key of acme", "its own")
      for (const tenant of ["default", "acme2", "ACME", "acm", ""]) {
        yield* Contract.expectEqual((yield* found(tenant)) ?? null, null, `for ${tenant}`)
      }
    })),
  test("loses none of several keys set in parallel", (keys) =>
    Effect.gen(function* () {
      const names = Array.from({ length: 8 }, (_, index) => `provider${index}`)
      yield* Effect.forEach(names, (name) => keys.set("default", name, Redacted.make(name)), {
        concurrency: "unbounded",
      })
      yield* Contract.expectEqual(yield* keys.list("default"), names, "all of them")
    })),
]

const unusualTenants = ["default", "acme", "acme:tavily", "a/b", "..", "__proto__", "Straße", "🐋", 'a"b', "a\nb", " "]

const shown = (key: Redacted.Redacted | undefined): string | undefined =>
  key === undefined ? undefined : Redacted.value(key)

const expectKey = (keys: Credentials.StoredKeys, tenant: string, provider: string, expected: string | undefined) =>
  Effect.flatMap(keys.get(tenant, provider), (key) =>
    Contract.expectEqual(shown(key) ?? null, expected ?? null, `the key of ${tenant} for ${provider}`),
  )
