/** Tests the parts of language codes. */
import { assert, it } from "@effect/vitest"
import * as Language from "../../src/provider/Language.ts"

it.each([
  ["de", "de", undefined, undefined],
  ["DE_at", "de", undefined, "AT"],
  ["zh-hant-tw", "zh", "Hant", "TW"],
  ["sr-LATN", "sr", "Latn", undefined],
] as const)("%s", (code, language, script, region) =>
  assert.deepStrictEqual(Language.parts(code), { language, script, region }),
)

it.each([
  ["zh", false],
  ["zh-CN", false],
  ["zh-TW", true],
  ["zh-HK", true],
  ["zh-MO", true],
  ["zh-Hant", true],
  ["zh-Hans-TW", false],
] as const)("%s is traditional: %s", (code, expected) =>
  assert.strictEqual(Language.isTraditional(Language.parts(code)), expected),
)
