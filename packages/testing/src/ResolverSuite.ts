/** The contract of `Resolver`, for every adapter. */
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import { Network } from "@porthole/core"
import * as Contract from "./Contract.ts"

/** The suite's input: the adapter, a name that exists with its addresses (any order), and one that doesn't. */
export interface ResolverFixture {
  readonly layer: Layer.Layer<Network.Resolver>
  readonly known: { readonly host: string; readonly addresses: ReadonlyArray<string> }
  readonly unknown: string
}

/** Names that no system resolves: an adapter fails on them, it doesn't die. */
export const garbage = ["", ".", "..", " ", "a b", "a\u0000b", "a..b", `${"a".repeat(64)}.example`, "x".repeat(300)]

/** The cases. */
export const cases = ({ layer, known, unknown }: ResolverFixture): ReadonlyArray<Contract.Case> => {
  const test = (
    name: string,
    run: (resolve: Network.Resolver["Service"]["resolve"]) => Effect.Effect<void, Contract.BrokenContract>,
  ) =>
    Contract.make(
      name,
      Network.Resolver.use(({ resolve }) => run(resolve)),
      Effect.provide(layer),
    )
  return [
    test("answers with all addresses of a name", (resolve) =>
      Effect.flatMap(Effect.exit(resolve(known.host)), (exit) =>
        Contract.expectEqual(
          exit._tag === "Success" ? exit.value.toSorted() : exit,
          known.addresses.toSorted(),
          "all addresses",
        ),
      )),
    test("gives concurrent lookups the same answer", (resolve) =>
      Effect.flatMap(
        Effect.exit(
          Effect.all(
            Array.from({ length: 8 }, () => resolve(known.host)),
            { concurrency: "unbounded" },
          ),
        ),
        (exit) =>
          Contract.expect(
            exit._tag === "Success" && exit.value.every((answer) => answer.length === known.addresses.length),
            "eight answers",
          ),
      )),
    test("fails with target_unreachable for a name that doesn't exist", (resolve) =>
      Contract.expectFailure(resolve(unknown), { error: "http_error", reason: "target_unreachable" }, "no such name")),
    ...garbage.map((host) =>
      test(`fails, and doesn't die, on ${JSON.stringify(host.slice(0, 20))}`, (resolve) =>
        Contract.expectFailure(resolve(host), { error: "http_error" }, "garbage")),
    ),
  ]
}
