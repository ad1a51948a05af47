/**
 * The contract of the use-cases, for the kernel and for every front end over it. A backend sees only requests within
 * their bounds, wrong arguments are `invalid_request` with the parameter's name, and no arguments make a defect.
 *
 * The backend records its requests. {@link cases} send JSON, so that they also run over a protocol.
 * {@link anyArguments} send everything that a program can.
 */
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Predicate from "effect/Predicate"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as fc from "fast-check"
import * as Core from "@porthole/core"
import * as AnyArguments from "./AnyArguments.ts"
import * as Contract from "./Contract.ts"
import * as RecordingBackend from "./RecordingBackend.ts"

/** A use-case as a function of arguments of any kind. */
export type UseCase = (args: unknown) => Effect.Effect<unknown, Core.WebError.WebError, Core.WebBackend.WebBackend>

/** The use-cases by their names in the kernel; a front end leaves out what it doesn't offer. */
export type UseCases = Partial<Readonly<Record<AnyArguments.Name, UseCase>>>

/** A front end's own default. */
export interface Options {
  /** The `max_results` that a search without one has at the backend. Default: none. */
  readonly defaultResults?: number
}

/** The documentation site of `docsSearch` and `docsFetch`. */
export const site: Core.Site.Site = RecordingBackend.site

/** The kernel's use-cases. */
export const kernel: UseCases = {
  webSearch: (args) => Core.webSearch(Core.Arguments.untyped(args)),
  webFetch: (args) => Core.webFetch(Core.Arguments.untyped(args)),
  webFetchPages: (args) => Core.webFetchPages(Core.Arguments.untyped(args)),
  searchAndFetch: (args) => Core.searchAndFetch(Core.Arguments.untyped(args)),
  fetchImage: (args) => Core.fetchImage(Core.Arguments.untyped(args)),
  docsSearch: (args) => Core.docsSearch(site, Core.Arguments.untyped(args)),
  docsFetch: (args) => Core.docsFetch(site, Core.Arguments.untyped(args)),
  checkQuote: (args) => Core.checkQuote(Core.Arguments.untyped(args)),
  rankDocuments: (args) => Core.rankDocuments(Core.Arguments.untyped(args)),
  webMap: (args) => Core.webMap(Core.Arguments.untyped(args)),
}

/** The cases of the bounds and of wrong arguments. */
export const cases = (useCases: UseCases, options: Options = {}): ReadonlyArray<Contract.Case> => [
  ...of(useCases.webSearch, (webSearch) => searchCases(webSearch, options)),
  ...of(useCases.docsSearch, docsSearchCases),
  ...of(useCases.searchAndFetch, searchAndFetchCases),
  ...lengthCases(useCases),
  ...AnyArguments.wrong.flatMap(([name, args, parameter]) =>
    of(useCases[name], (useCase) => [
      test(`${name}: ${JSON.stringify(args).slice(0, 80)} is an invalid ${parameter}`, (backend) =>
        Effect.andThen(
          Contract.expectFailure(useCase(args), { error: "invalid_request", reason: parameter }, "wrong arguments"),
          Contract.expectEqual(backend.count(), 0, "requests to the backend"),
        )),
    ]),
  ),
]

/** For each use-case: arguments of any kind make an answer or a failure, and what the backend sees is in bounds. */
export const anyArguments = (useCases: UseCases, runs = 150): ReadonlyArray<Contract.Case> =>
  AnyArguments.names.flatMap((name) =>
    of(useCases[name], (useCase) => [
      {
        name: `${name}: arguments of any kind make no defect, and the backend's requests are in bounds`,
        run: Effect.tryPromise({
          try: () =>
            fc.assert(
              fc.asyncProperty(AnyArguments.of(name), (args) => Effect.runPromise(holds(useCase, args))),
              { numRuns: runs },
            ),
          catch: (cause) => new Contract.BrokenContract({ message: `${name}: ${String(cause)}` }),
        }),
      },
      ...AnyArguments.hostile(name).map(([kind, args]) => ({
        name: `${name}: ${kind} makes no defect`,
        run: holds(useCase, args),
      })),
    ]),
  )

// --- private --------------------------------------------------------------------------

const of = (
  useCase: UseCase | undefined,
  cases: (useCase: UseCase) => ReadonlyArray<Contract.Case>,
): ReadonlyArray<Contract.Case> => (useCase === undefined ? [] : cases(useCase))

const test = (
  name: string,
  run: (
    backend: RecordingBackend.Recording,
  ) => Effect.Effect<void, Core.WebError.WebError | Contract.BrokenContract, Core.WebBackend.WebBackend>,
): Contract.Case =>
  Contract.make(
    name,
    Effect.suspend(() => {
      const backend = RecordingBackend.make()
      return Effect.provide(run(backend), backend.layer)
    }),
    (run) => run,
  )

/** Each asked `max_results`, and what the backend sees. */
const searchCases = (webSearch: UseCase, { defaultResults }: Options): ReadonlyArray<Contract.Case> => [
  ...(
    [
      [9_999, 100],
      [101, 100],
      [1e300, 100],
      [100, 100],
      [7, 7],
      [1, 1],
      [0, 1],
      [-3, 1],
    ] as const
  ).map(([asked, seen]) =>
    test(`webSearch: max_results ${asked} is ${seen} at the backend and in the answer`, ({ searches }) =>
      Effect.flatMap(webSearch({ query: "tides", max_results: asked }), (answer) =>
        Contract.expectEqual(
          [searches.map(({ max_results }) => max_results), countOf(answer, "hits")],
          [[seen], seen],
          "max_results and hits",
        ),
      )),
  ),
  test("webSearch: 9999 and 1 arrive as 100 and 1", ({ searches }) =>
    Effect.andThen(
      Effect.forEach([9_999, 1], (max_results) => webSearch({ query: "tides", max_results })),
      Effect.suspend(() =>
        Contract.expectEqual(
          searches.map(({ max_results }) => max_results),
          [100, 1],
          "max_results",
        ),
      ),
    )),
  test("webSearch: page 2 and 9999 arrive as 2 and 100", ({ searches }) =>
    Effect.andThen(
      Effect.forEach([2, 9_999], (page) => webSearch({ query: "tides", page })),
      Effect.suspend(() =>
        Contract.expectEqual(
          searches.map(({ page = 1 }) => page),
          [2, 100],
          "page",
        ),
      ),
    )),
  test("webSearch: an absent max_results is the default", ({ searches }) =>
    Effect.andThen(
      webSearch({ query: "tides" }),
      Effect.suspend(() => Contract.expectEqual(searches[0]?.max_results, defaultResults, "max_results")),
    )),
  test("webSearch: the answer reports a clamped number", () =>
    Effect.flatMap(webSearch({ query: "tides", max_results: 0 }), (answer) =>
      Contract.expect(
        Predicate.hasProperty(answer, "message") &&
          String(answer.message).includes("max_results was out of its range: 1 was used."),
        "the message names max_results",
      ),
    )),
]

/** It asks for more hits than are wanted, because some may be outside the site. */
const docsSearchCases = (docsSearch: UseCase): ReadonlyArray<Contract.Case> =>
  (
    [
      [9_999, 50],
      [1, 4],
      [0, 4],
    ] as const
  ).map(([asked, seen]) =>
    test(`docsSearch: max_results ${asked} is ${seen} at the backend`, ({ searches }) =>
      Effect.andThen(
        docsSearch({ query: "tides", max_results: asked }),
        Effect.suspend(() => Contract.expectEqual(searches[0]?.max_results, seen, "max_results")),
      )),
  )

const searchAndFetchCases = (searchAndFetch: UseCase): ReadonlyArray<Contract.Case> => [
  ...(
    [
      [50, 10],
      [9_999, 10],
      [2, 2],
      [0, 1],
      [-3, 1],
      [undefined, 3],
    ] as const
  ).map(([asked, seen]) =>
    test(`searchAndFetch: max_results ${asked} reads ${seen} pages`, ({ extracts }) =>
      Effect.flatMap(
        searchAndFetch({ query: "tides", ...(asked === undefined ? {} : { max_results: asked }) }),
        (answer) => Contract.expectEqual([extracts.length, countOf(answer, "pages")], [seen, seen], "pages"),
      )),
  ),
  ...(["markdown", "text", "html"] as const).map((extract) =>
    test(`searchAndFetch: reads its pages as ${extract}`, ({ extracts }) =>
      Effect.flatMap(searchAndFetch({ query: "tides", max_results: 1, extract }), (answer) =>
        Effect.andThen(
          Contract.expectEqual(extracts[0]?.mode, extract, "mode"),
          Contract.expect(
            Predicate.hasProperty(pagesIn(answer)[0], extract === "markdown" ? "content_md" : "content"),
            "the page's text",
          ),
        ),
      )),
  ),
  test("searchAndFetch: cuts each page at max_bytes", () =>
    Effect.flatMap(searchAndFetch({ query: "tides", max_bytes: 2_000 }), (answer) =>
      Contract.expect(
        pagesIn(answer).every((page) => bytesOf(textOf(page)) > 1_000 && bytesOf(textOf(page)) <= 2_000),
        "at most 2,000 bytes of each page",
      ),
    )),
]

/** A text that is asked for in too few characters or bytes is the text of 200 characters or 1,024 bytes. */
const lengthCases = (useCases: UseCases): ReadonlyArray<Contract.Case> =>
  (["webFetch", "webFetchPages", "docsFetch", "searchAndFetch"] as const).flatMap((name) =>
    of(useCases[name], (useCase) =>
      (
        [
          ["max_length", 200],
          ["max_bytes", 1_024],
        ] as const
      ).flatMap(([parameter, least]) =>
        [5, 0, -1].map((asked) =>
          test(`${name}: ${parameter} ${asked} is ${least}`, () =>
            Effect.gen(function* () {
              const [text, leastText] = yield* Effect.forEach([asked, least], (length) =>
                Effect.map(useCase({ ...AnyArguments.valid[name], [parameter]: length }), (answer) =>
                  textOf(pagesIn(answer)[0]),
                ),
              )
              yield* Contract.expectEqual(text, leastText, "the text")
              yield* Contract.expect(bytesOf(leastText) > 0 && bytesOf(leastText) <= least, `at most ${least} bytes`)
            })),
        ),
      ),
    ),
  )

/** Whether a call makes an answer or a failure with a wire error, and keeps to the bounds of a backend's requests. */
const holds = (useCase: UseCase, args: unknown): Effect.Effect<void, Contract.BrokenContract> =>
  Effect.gen(function* () {
    const backend = RecordingBackend.make()
    const exit = yield* Effect.exit(
      Effect.provide(
        Effect.suspend(() => useCase(args)),
        backend.layer,
      ),
    )
    if (Exit.isFailure(exit)) {
      const error = Cause.findError(exit.cause)
      const isTyped = Result.isSuccess(error) && exit.cause.reasons.every(Cause.isFailReason)
      yield* Contract.expect(isTyped && isWire(error.success.wire), `no defect: ${Cause.pretty(exit.cause)}`)
    }
    yield* Contract.expectEqual(backend.faults(), [], "requests out of bounds")
  })

const isWire = Schema.is(Core.WebError.Wire)

const countOf = (answer: unknown, key: string): number =>
  Predicate.hasProperty(answer, key) && Array.isArray(answer[key]) ? answer[key].length : 0

const pagesIn = (answer: unknown): ReadonlyArray<unknown> =>
  Predicate.hasProperty(answer, "pages") && Array.isArray(answer.pages) ? answer.pages : [answer]

const textOf = (page: unknown): string => {
  if (Predicate.hasProperty(page, "content_md")) return String(page.content_md)
  return Predicate.hasProperty(page, "content") ? String(page.content) : ""
}

const bytesOf = (text = ""): number => new TextEncoder().encode(text).length
