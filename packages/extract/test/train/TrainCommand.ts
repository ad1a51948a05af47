/** The command `pnpm train` as a process, and the tests of its errors. */
import { assert, it } from "@effect/vitest"
import { execFile } from "node:child_process"
import { join } from "node:path"
import { promisify } from "node:util"

const command = join(import.meta.dirname, "../../train/train.ts")

/** Runs it with these options. */
export const train = (options: ReadonlyArray<string>) => promisify(execFile)(process.execPath, [command, ...options])

/** Options with which it ends, its status, and what it says. */
export const errors: ReadonlyArray<
  readonly [name: string, options: ReadonlyArray<string>, status: number, said: RegExp]
> = [
  ["without a folder", [], 2, /usage: train\.ts --corpus DIR/],
  ["with a folder that has no corpus", ["--corpus", import.meta.dirname], 1, /There are no pages in /],
  [
    "if a corpus can't be downloaded",
    ["--corpus", "/nonexistent/corpora", "--fetch", "--origin", "http://127.0.0.1:1"],
    1,
    /The archive can't be downloaded/,
  ],
]

/** Declares that it ends with an error. */
export const errorTests = (rows: typeof errors): void =>
  it.each(rows)("the command ends with an error %s", async (_, options, status, said) => {
    const failure: unknown = await train(options).catch((error: unknown) => error)
    assert.propertyVal(failure, "code", status)
    assert.match(String(Object(failure).stderr), said)
  })
