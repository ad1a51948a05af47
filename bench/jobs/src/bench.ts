/**
 * Jobs of many pages over a simulated web on loopback.
 *
 * - `node bench/jobs/src/bench.ts kills [--urls 20000] [--hosts 200] [--kills 10] [--seed 1]`: a batch that is killed at
 *   drawn places; every result is checked, and the hosts' logs are measured.
 * - `… workers [--urls 20000] [--hosts 200] [--workers 4] [--kills 10] [--freezes 2] [--redis 2] [--jobs 1] [--delay 1s]`:
 *   batches of a server, done by workers that are killed and frozen, as is their Redis; checked and measured alike.
 * - `… interactive [--hosts 200] [--workers 1] [--urls 60]`: the time of so many fetches of a server in each of three
 *   rounds, alone and beside a batch of the same hosts.
 * - `… speed [--urls 300]`: pages a second of a site that answers in 50 ms, and processor time a page, beside plain
 *   reads one after the other.
 * - `… waiting [--urls 1000000]`: the memory of a Redis with 1,000 and with so many waiting URLs, and the time of a turn.
 * - `… memory [--urls 1000000]`: the memory of a batch with 1,000 and with so many waiting URLs, after the same 200 pages.
 */
import { Effect } from "effect"
import { spawn } from "node:child_process"
import { createHash } from "node:crypto"
import { createWriteStream, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { finished } from "node:stream/promises"
import { parseArgs } from "node:util"
import { runJob } from "../../../packages/cli/test/support/manyPages/Job.ts"
import { runInteractive } from "./interactive.ts"
import { measureWaiting } from "./waiting.ts"
import { runWorkers, type Trouble } from "../../../packages/cli/test/support/manyPages/Workers.ts"
import { startWeb, urlOf } from "../../../packages/cli/test/support/manyPages/Web.ts"

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    urls: { type: "string" },
    hosts: { type: "string", default: "200" },
    kills: { type: "string", default: "10" },
    delay: { type: "string", default: "1s" },
    seed: { type: "string", default: "1" },
    workers: { type: "string" },
    freezes: { type: "string", default: "2" },
    frozen: { type: "string", default: "120000" },
    redis: { type: "string", default: "2" },
    jobs: { type: "string", default: "1" },
  },
})
const child = join(import.meta.dirname, "../../../packages/cli/test/support/manyPages/child.ts")
const plain = join(import.meta.dirname, "plain.ts")
const only = { hosts: 1, seed: 1, shares: {} } as const

const kills = async () => {
  const [urls, seed] = [Number(values.urls ?? 20_000), Number(values.seed)]
  const draw = (at: number) => createHash("md5").update(`${seed} kill ${at}`).digest().readUInt32LE() / 2 ** 32
  const report = await runJob({
    hosts: Number(values.hosts),
    urls,
    seed,
    answers: [20, 120],
    shares: { missing: 0.01, later: 0.01, hanging: 0.005, redirect: 0.02 },
    killsAt: Array.from({ length: Number(values.kills) }, (_, at) => Math.floor(draw(at) * urls)).toSorted(
      (a, b) => a - b,
    ),
    flags: ["--delay", values.delay],
    env: { PORTHOLE_FETCH_TIMEOUT: "5 s" },
  })
  const { least, most, repeated, requests, results, seconds, wrong } = report
  console.log(`${results} of ${urls} URLs have a result, ${wrong.length} a wrong one, in ${seconds.toFixed(0)} s.`)
  for (const line of wrong.slice(0, 20)) console.log(`  ${line}`)
  const share = ((repeated / requests) * 100).toFixed(2)
  console.log(
    `${repeated} of ${requests} requests (${share} %) repeat one. At a host ${most} at a time, ${least.toFixed(0)} ms apart.`,
  )
}

const workers = async () => {
  const crew = Number(values.workers ?? 4)
  const [urls, seed] = [Number(values.urls ?? 20_000), Number(values.seed)]
  const draw = (text: string) => createHash("md5").update(`${seed} ${text}`).digest().readUInt32LE() / 2 ** 32
  const troubles = Object.entries({ kill: values.kills, freeze: values.freezes, redis: values.redis }).flatMap(
    ([kind, count]) =>
      Array.from({ length: Number(count) }, (_, at) => ({
        kind: kind as Trouble["kind"],
        at: Math.floor(draw(`${kind} ${at}`) * urls * 0.9),
      })),
  )
  const report = await runWorkers({
    hosts: Number(values.hosts),
    urls,
    seed,
    workers: crew,
    jobs: Number(values.jobs),
    answers: [20, 120],
    shares: { missing: 0.01, later: 0.01, hanging: 0.005, redirect: 0.02 },
    troubles: troubles.toSorted((a, b) => a.at - b.at),
    frozenFor: Number(values.frozen),
    onStderr: (text) => void process.stderr.write(text),
    // clock: a busy machine takes long to read a page, which is no fault of the jobs
    env: {
      PORTHOLE_FETCH_TIMEOUT: "5 s",
      PORTHOLE_EXTRACT_TIMEOUT: "60 s",
      PORTHOLE_JOB_DELAY: values.delay,
      PORTHOLE_JOB_MAX_URLS: "100000",
    },
  })
  const { least, most, overlaps, repeated, requests, results, seconds, workerSeconds, wrong } = report
  console.log(
    `${results} of ${urls} URLs × ${values.jobs} have a result, ${wrong.length} a wrong one, in ${seconds.toFixed(0)} s.`,
  )
  for (const line of wrong.slice(0, 20)) console.log(`  ${line}`)
  console.log(
    `${(results / seconds).toFixed(1)} pages a second by ${crew} workers, ` +
      `${((workerSeconds / results) * 1_000).toFixed(1)} ms of their processor time a page.`,
  )
  for (const requests of overlaps.slice(0, 20))
    console.log(
      `  at once: ${requests.map(({ end, start, url }) => `${url} ${start.toFixed(0)}–${end.toFixed(0)} ms`).join(", ")}`,
    )
  const share = ((repeated / requests) * 100).toFixed(2)
  console.log(
    `${repeated} of ${requests} requests (${share} %) repeat one. At a host ${most} at a time, ${least.toFixed(0)} ms apart.`,
  )
}

const interactive = async () => {
  const [hosts, fetches, crew] = [Number(values.hosts), Number(values.urls ?? 60), Number(values.workers ?? 1)]
  const report = await runInteractive({ hosts, fetches, workers: crew, rounds: 3 })
  const [alone, beside] = [report.alone, report.beside].map((times) => {
    const sorted = times.toSorted((a, b) => a - b)
    return [0.5, 0.95].map((share) => sorted[Math.floor(sorted.length * share)] ?? Number.NaN)
  })
  const show = ([median = 0, late = 0]: ReadonlyArray<number> = []) => `${median.toFixed(0)} / ${late.toFixed(0)} ms`
  console.log(`median / p95 of ${report.alone.length} fetches alone: ${show(alone)}, beside a batch: ${show(beside)}`)
  console.log(`${((beside?.[1] ?? 0) / (alone?.[1] ?? 1)).toFixed(2)} times the p95; ${report.failed} failed.`)
  console.log(`${report.crawled} pages of batches by ${crew} workers. At a host ${report.most} at a time.`)
}

interface Rate {
  readonly pagesASecond: number
  /** Milliseconds of processor time for a page, of the program and its reader together. */
  readonly processor: number
}

/** Clock ticks of Linux a second, in which /proc counts processor time. */
const ticks = 100

/** The processor time of a process and its children in milliseconds; 0 once it has ended. */
const processorOf = (pid: number): number => {
  try {
    const [, fields = ""] = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")
    // utime, stime, and those of children that have ended.
    const own = fields
      .split(" ")
      .slice(11, 15)
      .reduce((sum, field) => sum + Number(field), 0)
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8")
      .split(" ")
      .filter((each) => each !== "")
    return (own * 1_000) / ticks + children.reduce((sum, child) => sum + processorOf(Number(child)), 0)
  } catch {
    return 0
  }
}

/** The rate of a program over a site, without its first pages, which load and warm the reader. */
const rateOf = async (
  program: string,
  args: (folder: string) => ReadonlyArray<string>,
  count: number,
): Promise<Rate> => {
  let pid = 0
  let [begun, processor] = [0, 0]
  const web = await startWeb({ ...only, urls: count, answers: [50, 50] }, (requests) => {
    if (requests === warm) begun = processorOf(pid)
    if (requests === count) processor = processorOf(pid) - begun
  })
  const folder = mkdtempSync(join(tmpdir(), "porthole-bench-jobs-"))
  const env = { ...process.env, PORTHOLE_PER_HOST_CONCURRENCY: "4" }
  const run = spawn(process.execPath, [program, `${web.port}`, ...args(folder)], { env, stdio: "ignore" })
  pid = run.pid ?? 0
  await new Promise((done) => run.on("exit", done))
  web.close()
  rmSync(folder, { recursive: true, force: true })
  const measured = web.log.filter(({ url }) => !url.endsWith("/robots.txt")).slice(warm)
  const seconds = ((measured.at(-1)?.end ?? 0) - (measured[0]?.start ?? 0)) / 1_000
  return { pagesASecond: measured.length / seconds, processor: processor / (count - warm) }
}

const warm = 20

const medianOf = (values: ReadonlyArray<number>): number =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN

const speed = async () => {
  const count = Number(values.urls ?? 300)
  const urls = Array.from({ length: count }, (_, at) => urlOf(at, 1))
  const batch = (concurrency: number) => (folder: string) => {
    writeFileSync(join(folder, "urls.txt"), urls.join("\n"))
    const out = ["--out", join(folder, "out"), "--delay", "0", "--concurrency", `${concurrency}`]
    return ["batch", join(folder, "urls.txt"), ...out]
  }
  const rows = [
    ["plain reads, one after the other", plain, () => urls],
    ["batch --concurrency 1 --delay 0", child, batch(1)],
    ["batch --concurrency 4 --delay 0", child, batch(4)],
  ] as const
  const rates = rows.map((): Array<Rate> => [])
  // The programs take turns, so that a busy moment of the machine hits none of them alone.
  for (let round = 0; round < 3; round++)
    for (const [at, [, program, args]] of rows.entries()) rates[at]?.push(await rateOf(program, args, count))
  console.log("| medians of three rounds | pages a second | ms of processor time a page | beside plain reads |")
  console.log("| --- | ---: | ---: | ---: |")
  const first = medianOf(rates[0]?.map(({ processor }) => processor) ?? [])
  for (const [at, [name]] of rows.entries()) {
    const pages = medianOf(rates[at]?.map(({ pagesASecond }) => pagesASecond) ?? [])
    const processor = medianOf(rates[at]?.map(({ processor }) => processor) ?? [])
    const more = `${((processor / first - 1) * 100).toFixed(0)} %`
    console.log(`| ${name} | ${pages.toFixed(1)} | ${processor.toFixed(1)} | ${at === 0 ? "" : more} |`)
  }
}

const memoryWith = async (waiting: number) => {
  const folder = mkdtempSync(join(tmpdir(), "porthole-bench-jobs-"))
  const file = createWriteStream(join(folder, "urls.txt"))
  for (let at = 0; at < waiting; at++)
    if (!file.write(`${urlOf(at, 500)}\n`)) await new Promise((done) => file.once("drain", () => done(undefined)))
  file.end()
  await finished(file)
  const reached = Promise.withResolvers<undefined>()
  const web = await startWeb({ hosts: 500, urls: waiting, seed: 1, shares: {}, answers: [5, 5] }, (count) => {
    if (count >= 200) reached.resolve(undefined)
  })
  const args = [child, `${web.port}`, "batch", join(folder, "urls.txt"), "--out", join(folder, "out")]
  const begun = performance.now()
  const run = spawn(process.execPath, args, { stdio: "ignore" })
  await reached.promise
  const status = readFileSync(`/proc/${run.pid}/status`, "utf8")
  const of = (name: string) => Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1]) / 1_024
  const seconds = ((performance.now() - begun) / 1_000).toFixed(0)
  console.log(`| ${waiting} | ${of("VmRSS").toFixed(0)} | ${of("VmHWM").toFixed(0)} | ${seconds} |`)
  run.kill("SIGKILL")
  await new Promise((done) => run.on("exit", done))
  web.close()
  rmSync(folder, { recursive: true, force: true })
}

const memory = async () => {
  console.log("| waiting URLs | MiB after 200 pages | MiB at most | seconds until then |")
  console.log("| ---: | ---: | ---: | ---: |")
  for (const waiting of [1_000, Number(values.urls ?? 1_000_000)]) await memoryWith(waiting)
}

const waiting = async () => {
  console.log("| waiting URLs | bytes of the Redis for each | ms of a turn, median | p95 | seconds to add them |")
  console.log("| ---: | ---: | ---: | ---: | ---: |")
  for (const urls of [1_000, Number(values.urls ?? 1_000_000)]) {
    const { bytes, late, median, seconds } = await Effect.runPromise(measureWaiting(urls))
    console.log(`| ${urls} | ${bytes.toFixed(0)} | ${median.toFixed(2)} | ${late.toFixed(2)} | ${seconds.toFixed(1)} |`)
  }
}

const subjects: Readonly<Record<string, () => Promise<void>>> = { kills, workers, interactive, waiting, speed, memory }
for (const name of positionals.length === 0 ? Object.keys(subjects) : positionals) await subjects[name]?.()
