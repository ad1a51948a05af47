/**
 * The shapes of SearXNG's answers, decoded no further than needed: unknown keys are ignored, results
 * stay `unknown`. Instances differ by years of development, so only what makes an answer unreadable
 * is a fault.
 */
import * as Option from "effect/Option"
import * as Predicate from "effect/Predicate"
import * as Result from "effect/Result"
import { Json } from "@porthole/core/provider"

/** The parts of an answer that are read. */
export interface Envelope {
  readonly results: ReadonlyArray<unknown>
  /** One entry, usually `[engine, message]`, for each engine that failed. */
  readonly unresponsive_engines: ReadonlyArray<unknown>
}

/** Why a text is no answer: not JSON, or JSON without a list of results. */
export type WireFault = "not_json" | "not_an_answer"

/** Reads the text of a successful answer. */
export const decode = (text: string): Result.Result<Envelope, WireFault> => {
  const json = Json.parse(text)
  if (Option.isNone(json)) return Result.fail("not_json")
  if (!Predicate.isObject(json.value)) return Result.fail("not_an_answer")
  const { results, unresponsive_engines } = json.value
  if (!Array.isArray(results)) return Result.fail("not_an_answer")
  return Result.succeed({
    results,
    unresponsive_engines: Array.isArray(unresponsive_engines) ? unresponsive_engines : [],
  })
}

/**
 * The parameter that a 400 finds fault with, in SearXNG's name for it: `{"error":"No query"}` or
 * `{"error":"Invalid value <v> for parameter <p>"}` (`SearxParameterException` in
 * `searx/exceptions.py`; searx quotes the value, SearXNG doesn't).
 */
export const refusedParameter = (text: string): string | undefined => {
  const answer = Option.getOrUndefined(Json.parse(text))
  const said = Predicate.isObject(answer) && typeof answer["error"] === "string" ? answer["error"].trim() : ""
  return said === "No query" ? "q" : (invalidValue.exec(said)?.[1] ?? emptyValue.exec(said)?.[1])
}

// --- private --------------------------------------------------------------------------

// Anchored at the end, because the value is the caller's text and could hold these words too.
const invalidValue = /^Invalid value .* for parameter "?([a-z_]+)"?$/s
const emptyValue = /^Empty ([a-z_]+) parameter$/
