import { assert, describe, it } from "@effect/vitest"
import { refusalOf } from "../src/Runtime.ts"

describe("refusalOf", () => {
  it.each([
    ["Node 20.20.2", { node: "20.20.2" }],
    ["Node 23.9.0", { node: "23.9.0" }],
    ["Bun 1.4.5", { node: "24.3.0", bun: "1.4.5" }],
    ["Deno 2.9.6", { node: "24.2.0", deno: "2.9.6" }],
  ])("names %s and the Node that is needed", (runtime, versions) => {
    assert.strictEqual(refusalOf(versions), `Porthole needs Node 24 or newer; this is ${runtime}.`)
  })

  it.each([{ node: "24.0.0" }, { node: "100.1.0" }, {}])("accepts %j", (versions) => {
    assert.isUndefined(refusalOf(versions))
  })
})
