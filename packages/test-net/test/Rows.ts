/** Rows of a URL and the expected outcome of its fetch, for tests in a network namespace. */
import { assert } from "vitest"
import { packedProgram } from "../../cli/test/support/packed.ts"
import { Network, PrivateSide } from "../src/index.ts"
import type { Ran, Run, Input as CommandInput } from "./by-command.ts"
import type { Request } from "./programs/resident.ts"
import type { Errand, Visit } from "./programs/Visit.ts"
import type { Input, Report } from "./by-layers.ts"

export type Expected = Readonly<Record<string, unknown>>

export type Row = readonly [url: string, expected: Expected]

const failed = (error: string, reason: string): Expected => ({ error, reason })

export const page: Expected = { title: "Harbour", status_code: 200 }
export const privately = failed("blocked_url", "private_or_metadata_target")
export const onTheWay = failed("blocked_url", "redirect_to_blocked_target")
export const invalid = failed("blocked_url", "invalid_target")
export const insecure = failed("http_error", "tls_failed")
export const unreachable = failed("http_error", "target_unreachable")
export const malformed = failed("http_error", "malformed_response")
export const tooMany = failed("http_error", "too_many_redirects")
export const otherScheme: Expected = { error: "unsupported_scheme" }
export const status = (code: number): Expected => ({ error: "http_error", status_code: code })

/** Visits by the real layers, in the worker's network, in order; also reports the tunnels through a proxy. */
export const visitThrough = (errands: ReadonlyArray<Errand>, options: Omit<Input, "errands">): Promise<Report> =>
  ask<Report>({ visits: { errands, ...options } })

/** Runs of the command in the worker's network, in order; `env` is that of their processes. */
export const runAll = (runs: ReadonlyArray<Run>, env?: CommandInput["env"]): Promise<ReadonlyArray<Ran>> =>
  ask<ReadonlyArray<Ran>>({ commands: env === undefined ? { runs } : { runs, env } })

/** Visits by the real layers, in the worker's network, in order. */
export const visitAll = async (
  errands: ReadonlyArray<Errand>,
  options: Omit<Input, "errands"> = {},
): Promise<ReadonlyArray<Visit>> => (await visitThrough(errands, options)).visits

/** Visits the URLs of rows, and returns each visit by its URL. */
export const visitRows = async (
  rows: ReadonlyArray<Row>,
  options: Omit<Input, "errands"> = {},
): Promise<ReadonlyMap<string, Visit>> => {
  const visits = await visitAll(
    rows.map(([url]) => ({ url })),
    options,
  )
  return new Map(visits.map((visit) => [visit.url, visit]))
}

/**
 * The verdict: nothing reached the private side, the answer holds nothing of it, and the answer is the expected one.
 */
export const assertAnswer = ({ answer, intruders }: Pick<Visit, "answer" | "intruders">, expected: Expected): void => {
  assert.deepStrictEqual(intruders, [])
  assert.notInclude(JSON.stringify(answer), PrivateSide.secret)
  assert.include(answer, expected)
  assert.strictEqual("error" in answer, "error" in expected)
  if (expected["reason"] === undefined) assert.notProperty(answer, "reason")
}

/** The verdict of a visit. */
export const assertVisit = (visit: Visit | undefined, expected: Expected): Visit => {
  if (visit === undefined) throw new Error("This row was not visited.")
  assertAnswer(visit, expected)
  return visit
}

/** No conversation queries the same records twice: it dials the addresses that it judged. */
export const assertQueriedOnce = ({ queries }: Visit): void =>
  assert.deepStrictEqual(queries, [...new Set(queries)], "a name was queried twice")

// --- private --------------------------------------------------------------------------

const ask = <Answer>(request: Request): Promise<Answer> => Network.ask<Answer>(packedProgram("resident"), request)
