/**
 * Tests what a worker's process may do, and what becomes of it; `ProcessWorker.long.test.ts` has all restrictions.
 * clock: real, since processes are.
 */
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { Duration, Effect, Fiber, Layer, Result } from "effect"
import { DocumentFormat, Extractor } from "@porthole/core"
import { execFile } from "node:child_process"
import { createSocket } from "node:dgram"
import { once } from "node:events"
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { createServer as createSocketFile } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { promisify } from "node:util"
import * as Confinement from "../src/Confinement.ts"
import * as ProcessWorker from "../src/ProcessWorker.ts"
import * as WorkerPool from "../src/WorkerPool.ts"
import { readInWorker } from "../src/WorkerRead.ts"
import { sampleOf } from "../../../test/tiers/Sample.ts"
import { article, bytesOf, fetchedOf, unhurried } from "../../extract/test/support.ts"
import { DocumentExtractor } from "../../extract/src/index.ts"
import type { Target } from "./hostileFormat.ts"
import { argumentsOf, descendantsOf, until } from "./processes.ts"
import { byNode, parents, parentTests, restrictions, usageTests } from "./WorkerTests.ts"

const hostile = join(import.meta.dirname, "hostileFormat.ts")
const folder = mkdtempSync(join(tmpdir(), "porthole-process-"))
const servers = [
  createServer((_, response) => void response.end("x")).listen(0, "127.0.0.1"),
  createSocketFile().listen(join(folder, "socket")),
] as const
const datagrams = createSocket("udp4").bind(0, "127.0.0.1")
const secret = join(folder, "tokens.json")
writeFileSync(secret, "secret")

let target: Target
let confinement: Confinement.Confinement

beforeAll(async () => {
  await Promise.all([...servers, datagrams].map((server) => server.address() ?? once(server, "listening")))
  confinement = await Effect.runPromise(Confinement.find)
  target = {
    parent: process.pid,
    tcp: (servers[0].address() as AddressInfo).port,
    udp: datagrams.address().port,
    socket: join(folder, "socket"),
    secret,
    folder,
    own: import.meta.dirname,
  }
})

afterAll(() => {
  for (const server of [...servers, datagrams]) server.close()
  rmSync(folder, { recursive: true })
  rmSync(join(import.meta.dirname, "written"), { force: true })
})

/** Whether namespaces are refused here; prints the reason. With `PORTHOLE_REQUIRE_SERVERS=1` that fails the test. */
const hasNone = (): boolean => {
  if (confinement.refusal === undefined || process.env["PORTHOLE_REQUIRE_SERVERS"] === "1") return false
  console.warn(`No namespaces for processes here, so their test is skipped: ${confinement.refusal}.`)
  return true
}

/** What works in a worker's process. */
const readHostile = (options: Pick<ProcessWorker.Options, "confinement">) =>
  Effect.gen(function* () {
    const modules = [pathToFileURL(hostile)]
    const worker = (yield* ProcessWorker.make({ heap: 512, modules, ...options }))([])
    const { outcome } = yield* readInWorker(
      worker,
      {
        module: modules[0]?.href ?? "",
        fetched: fetchedOf(bytesOf(JSON.stringify(target))),
        timeout: 3_600_000,
        isTraced: false,
      },
      { memory: 512 },
    ).pipe(Effect.ensuring(Effect.promise(() => worker.end())))
    return JSON.parse(Result.getOrThrow(outcome).content) as ReadonlyArray<string>
  })

/** What works in a program without Node's restrictions, which a command starts. */
const runHostile = async (command: ReadonlyArray<string>): Promise<ReadonlyArray<string>> => {
  const [file = "", ...args] = [...command, process.execPath, hostile, JSON.stringify(target)]
  const { stdout } = await promisify(execFile)(file, args)
  return JSON.parse(stdout) as ReadonlyArray<string>
}

describe("a hostile format", () => {
  it("could do everything without restrictions", async () => {
    const works = await runHostile([])
    assert.includeMembers(
      Array.from(works),
      ["connect", "fetch", "listen", "a datagram", "a name", "a signal to its parent", "spawn", "read a file"].concat([
        "read its parent's environment",
        "see an environment",
        "write a file",
        "write a database",
      ]),
    )
  })

  it.live("can't do anything where only Node restricts it", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* readHostile({ confinement: byNode }), [])
    }),
  )

  it.live("can't do anything by default", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* readHostile({}), [])
    }),
  )

  it("has no network and no other process in namespaces, even without Node's restrictions", async () => {
    if (hasNone()) return
    const works = await runHostile(confinement.command)
    const [network, signals] = [
      ["connect", "connect by a new socket", "an HTTP request", "fetch", "a datagram"],
      ["a signal to its parent", "another priority of its parent", "read its parent's environment"],
    ] as const
    assert.deepStrictEqual(
      works.filter((name) => [...network, ...signals].some((each) => each === name)),
      [],
    )
    assert.include(works, "read a file")
  })
})

/** A command after which the system refuses user namespaces. Root keeps what it needs to make all others. */
const inContainer = [
  "unshare",
  "--user",
  "--map-root-user",
  "sh",
  "-c",
  'echo 0 > /proc/sys/user/max_user_namespaces && exec "$@"',
  "sh",
]

describe("where the system refuses user namespaces", () => {
  it("a process ends with its parent and has no others, and the reason is known", async () => {
    if (hasNone()) return
    const [file = "", ...args] = [
      ...inContainer,
      process.execPath,
      join(import.meta.dirname, "parent.ts"),
      "confinement",
    ]
    const { stdout } = await promisify(execFile)(file, args)
    const found = JSON.parse(stdout) as Confinement.Confinement
    const [setpriv = "", ...options] = found.command
    assert.match(setpriv, /^\/.*\/setpriv$/)
    assert.deepStrictEqual(options, ["--pdeathsig", "KILL"])
    assert.match(found.refusal ?? "", /^unshare: /)
  })
})

describe("the programs that confine a process", () => {
  it("are found by this program's PATH", async () => {
    if (hasNone()) return
    const tools = join(folder, "tools")
    mkdirSync(tools)
    for (const name of ["setpriv", "unshare"]) {
      const { stdout: path } = await promisify(execFile)("sh", ["-c", `command -v ${name}`])
      symlinkSync(path.trim(), join(tools, name))
    }
    const program = [join(import.meta.dirname, "parent.ts"), "confinement"]
    const { stdout } = await promisify(execFile)(process.execPath, program, { env: { PATH: `.:${tools}` } })
    const { command } = JSON.parse(stdout) as Confinement.Confinement
    assert.includeMembers(Array.from(command), [join(tools, "setpriv"), join(tools, "unshare")])
  })
})

describe("a process that can't be started", () => {
  it.live.each([
    { by: "a missing program", command: ["/none/setpriv"] },
    { by: "a program whose folder is a file", command: [join(import.meta.dirname, "parent.ts/setpriv")] },
    { by: "a command without its program", command: ["/bin/sh", "-c", "exec /none/node", "sh"] },
  ])("says so, and not that a page is at fault: $by", ({ command }) =>
    Effect.gen(function* () {
      const start = yield* ProcessWorker.make({ heap: 256, modules: [], confinement: { command } })
      const read = yield* WorkerPool.make({ start, size: 1, memory: 512, maxWait: Duration.hours(1) })
      const module = pathToFileURL(join(import.meta.dirname, "slowFormat.ts")).href
      const task = { module, fetched: fetchedOf(bytesOf("x")), timeout: 3_600_000, isTraced: false }
      const { outcome } = yield* read(task)
      assert.match(Result.isFailure(outcome) ? (outcome.failure.wire.message ?? "") : "", /can't be started\. Restart/)
    }),
  )
})

describe("a worker's process", () => {
  usageTests(sampleOf(restrictions, 1))
  parentTests(sampleOf(parents, 1))
})

/** A page whose reading takes long enough to be killed meanwhile. */
const long = fetchedOf(bytesOf(article("<p>Words and <b>words</b> and <i class=a>words</i>.</p>".repeat(3_000))))

/** A document whose reading never ends. */
const endless = fetchedOf(bytesOf("x"), { contentType: "application/x-busy" })
const busy: DocumentFormat.DocumentFormat = {
  name: "busy",
  mediaTypes: [endless.contentType],
  extensions: [],
  weight: 0.5,
  isBinary: false,
  module: DocumentFormat.moduleBeside(import.meta.url, "./busyFormat"),
  isolation: "process",
}

/** The processes that read pages for this one. */
const childIds = (): ReadonlyArray<number> =>
  descendantsOf(process.pid).filter((pid) => /^[^\0]*node\0.*Entry/.test(argumentsOf(pid)))

describe("a page whose process is killed", () => {
  const reading = (fetched: Extractor.Fetched) =>
    Effect.forkChild(Extractor.Extractor.use(({ extract }) => extract(fetched)))
  const layer = Layer.provideMerge(
    DocumentExtractor.layer({ formats: [...DocumentExtractor.formats, busy], isolation: "process", size: 1 }),
    unhurried,
  )
  const killOne = Effect.gen(function* () {
    let killed: number | undefined
    yield* until(() => {
      killed = childIds()[0]
      return killed !== undefined && process.kill(killed, "SIGKILL")
    })
    yield* until(() => killed !== undefined && argumentsOf(killed) === "")
  })

  it.live("is read by another one", () =>
    Effect.gen(function* () {
      const fiber = yield* reading(long)
      yield* killOne
      assert.strictEqual((yield* Fiber.join(fiber)).title, "A title")
    }).pipe(Effect.provide(layer)),
  )

  it.live("twice fails", () =>
    Effect.gen(function* () {
      const fiber = yield* reading(endless)
      yield* killOne
      yield* killOne
      assert.strictEqual((yield* Effect.flip(Fiber.join(fiber))).error, "extraction_failed")
    }).pipe(Effect.provide(layer)),
  )
})
