/** The reader returns what each document of `cases.ndjson` asks for, except for the cases that say why it doesn't. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { readAny } from "../support.ts"
import { bytesOf, type FieldCase, faultsIn, read } from "./FieldCases.ts"

const kinds = Map.groupBy(read(), ({ kind }) => kind)

const faultsOf = (one: FieldCase): Effect.Effect<string> =>
  readAny(bytesOf(one), {
    url: one.url ?? `https://harbour.test/docs/${one.name}`,
    contentType: one.type ?? "text/html",
  }).pipe(
    Effect.map(({ content }) => faultsIn(one, content)),
    Effect.catch(({ error }) => Effect.succeed(error)),
  )

describe.each([...kinds])("the reader reads %s:", (_, cases) => {
  it.effect.each(cases.map((one) => [one.name, one] as const))("%s", ([, one]) =>
    Effect.gen(function* () {
      const faults = yield* faultsOf(one)
      if (one.known === undefined) assert.strictEqual(faults, "")
      else assert.notStrictEqual(faults, "", "the case passes, so it needs no reason")
    }),
  )
})
