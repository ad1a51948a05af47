import { globSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { assert, describe, it } from "vitest"
import * as UnknownVariables from "../src/UnknownVariables.ts"
import { porthole } from "./support/inProcess.ts"

const packages = join(import.meta.dirname, "../..")

describe("a misspelt variable", () => {
  it("is named on stderr with the likely name, and never its value", async () => {
    const env = { PORTHOLE_MAXLENGTH: "3", PORTHOLE_JSON_KEYS: "s3cret", PORTHOLE_FETCH_TIMOUT: "s3cret" }
    const { code, stderr, stdout } = await porthole(["check", "--offline", "--json", "http://93.184.216.34/"], { env })
    assert.strictEqual(code, 0)
    assert.deepStrictEqual(stderr.split("\n").toSorted().slice(1), [
      "porthole: PORTHOLE_FETCH_TIMOUT isn't a setting. Did you mean PORTHOLE_FETCH_TIMEOUT?",
      "porthole: PORTHOLE_JSON_KEYS isn't a setting. Did you mean PORTHOLE_JSON_KEY?",
      "porthole: PORTHOLE_MAXLENGTH isn't a setting. Did you mean PORTHOLE_MAX_LENGTH?",
    ])
    assert.notInclude(stdout + stderr, "s3cret")
  })

  it.each([
    ["PORTHOLE_MAX_LENGHT", "PORTHOLE_MAX_LENGTH"],
    ["PORTHOLE_PORT", "PORTHOLE_PORTS"],
    ["PORTHOLE_PROVIDERS", "PORTHOLE_PROVIDER"],
    ["PORTHOLE_REDISURL", "PORTHOLE_REDIS_URL"],
    ["PORTHOLE_max_length", undefined],
    ["PORTHOLE_MAXIMUM", undefined],
    ["PORTHOLE_", undefined],
  ])("%s is taken for %s", (variable, likely) => {
    assert.strictEqual(UnknownVariables.likelyName(variable), likely)
  })

  it("is none that the code reads", () => {
    const code = globSync("*/src/**/*.ts", { cwd: packages }).map((file) => readFileSync(join(packages, file), "utf8"))
    const read = new Set(code.flatMap((text) => text.match(/"PORTHOLE_[A-Z_]+"/g) ?? []))
    assert.isAtLeast(read.size, 15)
    for (const name of read) assert.isUndefined(UnknownVariables.likelyName(name.slice(1, -1)), name)
  })
})
