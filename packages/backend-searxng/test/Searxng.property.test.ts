/** SearXNG: the properties of every possible answer, in fewer runs; no error reveals the instance. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Result, Schema } from "effect"
import { inspect } from "node:util"
import { WebError } from "@porthole/core"
import { answerProperties } from "./AnswerProperties.ts"
import * as Instance from "./support/instance.ts"

answerProperties(0.05)

describe("an error", () => {
  const secrets = [
    "searx.intranet",
    "intranet",
    "8931",
    "/deep",
    "reader",
    "s3cret",
    "10.1.2.3",
    "ECONNREFUSED",
    "TOP-SECRET",
  ]

  const marked = "TOP-SECRET http://searx.intranet.example:8931/deep reader:s3cret 10.1.2.3"
  const bodies = [
    marked,
    JSON.stringify({ error: marked }),
    JSON.stringify({ error: `Invalid value ${marked} for parameter language` }),
    JSON.stringify({ error: `Invalid value x for parameter ${marked}` }),
    JSON.stringify({ [marked]: marked }),
    JSON.stringify(Instance.envelope({ unresponsive_engines: [[marked, marked]] })),
    `<h1>${marked}</h1>`,
    `${" ".repeat(5_000_000)}${marked}`,
  ]
  const answers: ReadonlyArray<readonly [string, Instance.Answer]> = [
    ["of a broken connection", Effect.fail("broken")],
    ["of a deadline", Effect.never],
    ...[200, 302, 400, 401, 403, 404, 429, 500].flatMap((status) =>
      bodies.map((body, n): readonly [string, Instance.Answer] => [
        `of ${status} with body ${n}`,
        Effect.sync(
          () =>
            new Response(body, {
              status,
              headers: { location: "http://searx.intranet.example:8931/", "x-a": "TOP-SECRET" },
            }),
        ),
      ]),
    ),
  ]

  for (const [what, answer] of answers) {
    it.effect(`${what} reveals nothing of the instance`, () =>
      Effect.gen(function* () {
        const outcome = yield* Instance.search(answer)
        if (Result.isSuccess(outcome)) return assert.fail("a failure was expected")
        const encoded = yield* Schema.encodeEffect(WebError.Failure)(outcome.failure)
        const shown = [
          JSON.stringify(encoded),
          JSON.stringify(outcome.failure),
          String(outcome.failure),
          inspect(encoded),
        ]
        for (const secret of secrets) for (const text of shown) assert.notInclude(text, secret)
      }),
    )
  }
})
