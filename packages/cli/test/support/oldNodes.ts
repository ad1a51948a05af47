/** The packed command on a Node that is too old for it. */
import { spawnSync } from "node:child_process"
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from "node:fs"
import { tmpdir } from "node:os"
import { delimiter, dirname, join } from "node:path"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { folder, packed as entry } from "./packed.ts"

const posing =
  'data:text/javascript,Object.defineProperty(process,"versions",{value:{...process.versions,node:"20.20.2"}})'

/** This Node as it would pose as an old one: the program and its arguments. */
export const poser = [process.execPath, "--import", posing]

/** Where a newer Node is, below a folder. */
export const places: ReadonlyArray<readonly [string, string]> = [
  ["PATH", "bin/node24"],
  ["a version manager", "nvm/versions/node/v24.1.0/bin/node"],
]

export const oldNodeTests = (name: string, started: ReadonlyArray<string>, of: typeof places = places): void => {
  describe(`the packed command on ${name}`, () => {
    /** A folder with the packed command, and nothing above it. */
    const lonely = mkdtempSync(join(tmpdir(), "porthole-lonely-"))
    beforeAll(() => cpSync(folder, join(lonely, "dist"), { recursive: true }))
    afterAll(() => rmSync(lonely, { recursive: true }))

    /** Starts the command where it finds no other Node than those in these folders. */
    const start = (program: string, args: ReadonlyArray<string>, ...folders: ReadonlyArray<string>) => {
      const env = { PATH: folders.join(delimiter), HOME: lonely, NVM_DIR: join(lonely, "nvm") }
      const [file = "", ...flags] = started
      return spawnSync(file, [...flags, program, ...args], { encoding: "utf8", env, input: "" })
    }

    it("names the Node that it needs in one sentence, where it finds none", () => {
      const { status, stderr, stdout } = start(join(lonely, "dist/porthole.js"), ["mcp"])
      assert.match(stderr, /^porthole: This needs Node 24 or newer; this is Node 20\.\d+\.\d+\.\n$/)
      assert.deepStrictEqual({ status, stdout }, { status: 1, stdout: "" })
    })

    it("runs on the Node that is installed beside it, with its exit code", () => {
      const { status, stdout } = start(entry, ["check", "--offline", "http://printer/"])
      assert.strictEqual(status, 1)
      assert.include(stdout, "refused  http://printer/")
    })

    it.each(of)("runs on a Node of %s", (_, path) => {
      const link = join(lonely, path)
      mkdirSync(dirname(link), { recursive: true })
      symlinkSync(process.execPath, link)
      assert.match(start(join(lonely, "dist/porthole.js"), ["--version"], join(lonely, "bin")).stdout, /^porthole \d/)
      rmSync(link)
    })
  })
}
