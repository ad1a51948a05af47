/** Tavily's names of countries. */
import { assert, it } from "@effect/vitest"
import * as TavilyCountry from "../src/TavilyCountry.ts"

it.each([
  ["AT", "austria"],
  ["US", "united states"],
  ["ES", "spain"],
  ["KE", "kenya"],
  ["NZ", "new zealand"],
  ["ZA", "south africa"],
  ["BA", "bosnia and herzegovina"],
  ["CD", "congo"],
  ["CG", "congo"],
  ["CZ", "czech republic"],
  ["MK", "north macedonia"],
  ["MM", "myanmar"],
  ["TR", "turkey"],
  ["TT", "trinidad and tobago"],
])("%s is %s", (code, name) => assert.strictEqual(TavilyCountry.nameOf(code), name))

it.each(["GL", "HK", "VA", "ZZ", "EU"])("%s isn't among them", (code) => assert.isUndefined(TavilyCountry.nameOf(code)))
