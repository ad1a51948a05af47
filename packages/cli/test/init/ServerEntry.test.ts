import { parse } from "jsonc-parser"
import { assert, describe, it } from "vitest"
import * as ServerEntry from "../../src/commands/init/ServerEntry.ts"

describe("an entry is set, and its comments stay, where a comment", () => {
  it.each([
    ["spans the last lines", '{\n  "a": 1 /* one\n  two */ }\n'],
    ["spans them behind a comma", '{\n  "a": 1, /* one\n  two */ }\n'],
    ["spans the last lines of the servers", '{\n  "servers": {\n    "z": {} /* one\n    two */ }\n}\n'],
    ["has a comma", '{\n  "a": 1 // one, two\n}\n'],
    ["stands on a line of its own", '{\n  "a": 1\n  // one, two\n}\n'],
    ["stands on the only line", '{ "a": 1 /* one, two */ }\n'],
  ])("%s", (_, text) => {
    const set = ServerEntry.set(text, {
      key: "servers",
      name: "ours",
      values: { command: "npx" },
      allowsComments: true,
    })
    assert.strictEqual(set._tag, "Success")
    if (set._tag === "Failure") return
    const before: object = parse(text)
    assert.deepStrictEqual(parse(set.success, [], { allowTrailingComma: true }), {
      ...before,
      servers: { ...("servers" in before ? Object(before.servers) : {}), ours: { command: "npx" } },
    })
    assert.deepStrictEqual(set.success.match(/\/\*[^]*\*\/|\/\/.*/), text.match(/\/\*[^]*\*\/|\/\/.*/))
  })
})
