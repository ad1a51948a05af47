/** What the unit tests can't show: programs that are killed while they record, and files of real wget. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Random } from "effect"
import { spawn, spawnSync } from "node:child_process"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { join } from "node:path"
import { make, read } from "../src/index.ts"
import { dial, folder } from "./support/recordings.ts"

const program = join(import.meta.dirname, "support/recordForever.ts")

/** How often a program records until it is killed. */
const rounds = 12

/** Records, and kills the program once it has answered this often. Returns the URLs of what was answered. */
const killed = (file: string, round: number, answers: number): Promise<ReadonlyArray<string>> =>
  new Promise((done) => {
    const child = spawn(process.execPath, [program, file, String(round * 1_000)], {
      stdio: ["ignore", "pipe", "inherit"],
      // Most of a round is the program's start.
      env: { ...process.env, NODE_COMPILE_CACHE: `${file}.code` },
    })
    let printed = ""
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      printed += text
      if (printed.split("\n").length > answers) child.kill("SIGKILL")
    })
    child.once("close", () => done(printed.split("\n").slice(0, -1)))
  })

const pages: Readonly<Record<string, string>> = {
  "/": '<title>Tides</title><p>High water at six.</p><a href="/low">low</a><img src="/again">',
  "/low": "<title>Low</title><p>Low water at noon.</p>",
  "/again": "<title>Low</title><p>Low water at noon.</p>",
}

const wget = (args: (base: string) => ReadonlyArray<string>): Promise<string> =>
  new Promise((done) => {
    const server = createServer((request, response) => {
      const body = pages[request.url ?? ""]
      response.writeHead(body === undefined ? 404 : 200, { "content-type": "text/html" })
      // In chunks, as wget writes them.
      response.write(body ?? "")
      response.end()
    }).listen(0, "127.0.0.1", () => {
      const { port }: Pick<AddressInfo, "port"> = Object(server.address())
      const base = `http://127.0.0.1:${port}`
      const child = spawn("wget", args(base), { stdio: "ignore" })
      child.once("close", () => server.close(() => done(base)))
    })
  })

describe("a recording", () => {
  it.effect("holds every answer that was given, whenever its program is killed", () =>
    Effect.gen(function* () {
      const file = join(yield* folder, "run.warc.gz")
      const given: Array<string> = []
      for (let round = 0; round < rounds; round++) {
        const answers = yield* Random.nextIntBetween(1, 12)
        given.push(...(yield* Effect.promise(() => killed(file, round, answers))))
      }
      assert.isAtLeast(given.length, rounds)
      const recording = yield* make({ file, mode: "replay" })
      for (const url of given) assert.include(yield* dial(recording, url), `page ${url.slice(18)} page`)
      // What was torn was cut off, but for the last.
      const { records } = yield* read(file)
      assert.isTrue(records.every(({ isRight }) => isRight))
    }),
  )

  const isWithoutMounts = spawnSync("unshare", ["-rm", "true"]).status !== 0
  it.effect.skipIf(isWithoutMounts)("on a full disk says what isn't in it, and keeps what was", () =>
    Effect.gen(function* () {
      const path = yield* folder
      const full = join(import.meta.dirname, "support/recordUntilFull.ts")
      const script = `mount -t tmpfs -o size=200k none "$0" && exec "$1" "$2" "$0/run.warc.gz"`
      const { stdout } = spawnSync("unshare", ["-rm", "bash", "-c", script, path, process.execPath, full], {
        encoding: "utf8",
      })
      const { kept, replayed } = JSON.parse(stdout.split("\n").at(-1) ?? "")
      assert.isAbove(kept, 0)
      assert.isBelow(kept, 100)
      assert.strictEqual(replayed, kept)
    }),
  )

  const isMissing = spawnSync("wget", ["--version"]).status !== 0 && process.env["PORTHOLE_REQUIRE_SERVERS"] !== "1"
  it.effect.skipIf(isMissing)("of wget is replayed and right, packed and not, with a revisit", () =>
    Effect.gen(function* () {
      const path = yield* folder
      for (const [name, options] of [
        ["packed.warc.gz", []],
        ["plain.warc", ["--no-warc-compression"]],
      ] as const) {
        const file = join(path, name)
        const base = yield* Effect.promise(() =>
          wget((base) => [
            "--recursive",
            "--page-requisites",
            "--delete-after",
            `--directory-prefix=${path}/out`,
            "--warc-cdx",
            `--warc-file=${file.replace(/\.warc(?:\.gz)?$/, "")}`,
            ...options,
            base,
          ]),
        )
        const { fault, records } = yield* read(file)
        assert.isUndefined(fault)
        assert.deepStrictEqual(
          records.filter(({ isRight }) => !isRight).map(({ target, type }) => `${type} ${target}`),
          [],
        )
        // The policy doesn't let a page of a loopback in, so the file is taken as one of a public host.
        assert.includeMembers(
          records.filter(({ type }) => type === "response").map(({ target }) => target.replace(/^<(.*)>$/, "$1")),
          ["/", "/low", "/again"].map((at) => base + at),
        )
      }
    }),
  )
})
