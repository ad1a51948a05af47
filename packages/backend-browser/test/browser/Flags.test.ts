import { assert, describe, it } from "@effect/vitest"
import * as Flags from "../../src/browser/Flags.ts"

describe("the flags of a browser", () => {
  it.each([true, false])("keep its sandbox, and stand in front of every connection (a shell: %s)", (isShell) => {
    const flags = Flags.flagsOf({ path: "/usr/bin/browser", isShell }, "/tmp/files")
    assert.isEmpty(flags.filter((flag) => /sandbox|single-process|in-process|disable-web-security/.test(flag)))
    for (const part of Object.values(Flags.wall).flat()) assert.include(flags, part)
  })
})
