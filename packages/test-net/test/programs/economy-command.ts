/**
 * `porthole fetch` over a folder and over a Redis: each step's output, and its requests to the site. The first steps are
 * processes of their own, the others run in one process, each with stores of its own.
 */
import { execFileSync } from "node:child_process"
import { mkdir, mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { text } from "node:stream/consumers"
import { setTimeout } from "node:timers/promises"
import { Effect, Exit, Scope } from "effect"
import * as RedisServer from "../../../store-redis/test/support/redis.ts"
import { World } from "../../src/index.ts"
import * as Editions from "./Editions.ts"
import * as Commands from "../by-command.ts"

/** Whether a Redis is available. */
export interface Input {
  readonly redis: boolean
}

/** One run of the command. */
export interface Step {
  readonly code: number | null
  readonly stderr: string
  readonly answer: Readonly<Record<string, unknown>>
  readonly requests: ReadonlyArray<Omit<Editions.PageRequest, "path">>
}

/** The steps by their special conditions. */
export type Steps = Readonly<Record<string, Step>>

/** The program's output. */
export interface Report {
  readonly disk: Steps
  readonly redis: Steps
}

type Env = Readonly<Record<string, string>>

const address = "93.184.216.38"
const { redis: hasRedis }: Input = JSON.parse(await text(process.stdin))
await World.start({ "editions.test": [[address]] })
const site = await Editions.start(address)

/** Pages are read in the command's own thread: the test concerns its stores. */
const own = { ...process.env, PORTHOLE_EXTRACT_ISOLATION: "none" }

/** A busy Redis has three seconds for a reply: a twentieth of the shorter timeout of calls. */
const patient = { PORTHOLE_SEARCH_TIMEOUT: "60 s" }
const runner = Commands.startRunner([], own)

const stepOf = async (path: string, run: () => Promise<Commands.End>): Promise<Step> => {
  const mark = site.requests.length
  const { code, stderr, stdout } = await run()
  const requests = site.requests.slice(mark).filter((one) => one.path === path)
  return {
    code,
    stderr,
    answer: JSON.parse(stdout),
    requests: requests.map(({ holds, status }) => ({ holds, status })),
  }
}

const argsOf = (path: string, flags: ReadonlyArray<string>): ReadonlyArray<string> => [
  "fetch",
  "--json",
  ...flags,
  `http://editions.test${path}`,
]

/** Fetches a page of the site by a process. */
const fetchAlone = (path: string, env: Env): Promise<Step> =>
  stepOf(path, () => Commands.runProcess({ args: argsOf(path, []), env }, own))

/** Fetches a page of the site. */
const fetch = (path: string, env: Env, ...flags: ReadonlyArray<string>): Promise<Step> =>
  stepOf(path, () => runner.run({ args: argsOf(path, flags), env }))

/** Longer than the time for which `brief` keeps a page fresh. */
const outlive = () => setTimeout(1_100) // clock: a stored page grows stale
const brief = { PORTHOLE_CACHE_TTL: "1 s" }

const overDisk = async (): Promise<Steps> => {
  const path = "/disk"
  const folder = await mkdtemp(join(tmpdir(), "porthole-economy-"))
  const env = { PORTHOLE_CACHE_DIR: join(folder, "cache") }
  const first = await fetchAlone(path, env)
  const second = await fetchAlone(path, env)
  const bypassing = await fetch(path, env, "--no-cache")
  await outlive()
  const unchanged = await fetch(path, { ...env, ...brief })
  const afterwards = await fetch(path, env)
  site.publish(path)
  await outlive()
  const changed = await fetch(path, { ...env, ...brief })
  const sealed = join(folder, "sealed")
  await mkdir(sealed)
  // Root may write anywhere, hence a read-only file system.
  execFileSync("mount", ["-t", "tmpfs", "-o", "ro", "none", sealed])
  const readOnly = await fetch(path, { PORTHOLE_CACHE_DIR: sealed })
  execFileSync("umount", [sealed])
  await rm(folder, { recursive: true })
  return { first, second, bypassing, unchanged, afterwards, changed, readOnly }
}

const overRedis = async (): Promise<Steps> => {
  const path = "/redis"
  const scope = Scope.makeUnsafe()
  const server = await Effect.runPromise(Scope.provide(RedisServer.make({ password: "sesame" }), scope))
  const at = (password: string) => ({ ...patient, PORTHOLE_REDIS_URL: `redis://:${password}@127.0.0.1:${server.port}` })
  // One request for each process: a shared Redis doesn't make them one conversation.
  const env = { ...at("sesame"), PORTHOLE_MAX_REQUESTS_PER_MINUTE: "1" }
  const first = await fetch(path, env)
  const second = await fetch(path, env)
  const bypassing = await fetch(path, env, "--no-cache")
  const wrongPassword = await fetch(path, at("simsalabim"))
  await Effect.runPromise(server.freeze)
  const frozen = await fetch(path, env)
  await Effect.runPromise(server.thaw)
  const thawed = await fetch(path, env)
  await Effect.runPromise(server.kill)
  const killed = await fetch(path, env)
  await Effect.runPromise(Scope.close(scope, Exit.void))
  return { first, second, bypassing, wrongPassword, frozen, thawed, killed }
}

const report: Report = { disk: await overDisk(), redis: hasRedis ? await overRedis() : {} }
runner.child.kill()
process.stdout.write(JSON.stringify(report), () => process.exit(0))
