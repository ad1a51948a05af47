/**
 * Jobs of many pages over a simulated web on loopback.
 *
 * - `node bench/jobs/src/bench.ts kills [--urls 20000] [--hosts 200] [--kills 10] [--seed 1]`: a batch that is killed at
 *   drawn places; every result is checked, and the hosts' logs are measured.
 * - `… speed [--urls 300]`: pages a second of a site that answers in 50 ms, beside plain reads one after the other.
 * - `… memory [--urls 1000000]`: the memory of a batch with 1,000 and with so many waiting URLs, after the same 200 pages.
 */
import { spawn } from "node:child_process"
import { createHash } from "node:crypto"
import { createWriteStream, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { finished } from "node:stream/promises"
import { parseArgs } from "node:util"
import { runJob } from "../../../packages/cli/test/support/manyPages/Job.ts"
import { startWeb, urlOf } from "../../../packages/cli/test/support/manyPages/Web.ts"

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    urls: { type: "string" },
    hosts: { type: "string", default: "200" },
    kills: { type: "string", default: "10" },
    delay: { type: "string", default: "1s" },
    seed: { type: "string", default: "1" },
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
    shares: { missing: 0.01, later: 0.01, hanging: 0.2, redirect: 0.02 },
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

/** Pages a second from the first page's request to the last one's end, of a program over a site. */
const rateOf = async (program: string, args: (folder: string) => ReadonlyArray<string>, count: number) => {
  const web = await startWeb({ ...only, urls: count, answers: [50, 50] })
  const folder = mkdtempSync(join(tmpdir(), "porthole-bench-jobs-"))
  const env = { ...process.env, PORTHOLE_PER_HOST_CONCURRENCY: "4" }
  const run = spawn(process.execPath, [program, `${web.port}`, ...args(folder)], { env, stdio: "ignore" })
  await new Promise((done) => run.on("exit", done))
  web.close()
  rmSync(folder, { recursive: true, force: true })
  const pages = web.log.filter(({ url }) => !url.endsWith("/robots.txt"))
  // The first ones load and warm the reader.
  const measured = pages.slice(20)
  return (measured.length / ((pages.at(-1)?.end ?? 0) - (measured[0]?.start ?? 0))) * 1_000
}

const speed = async () => {
  const count = Number(values.urls ?? 300)
  const urls = Array.from({ length: count }, (_, at) => urlOf(at, 1))
  const batch = (concurrency: number) => (folder: string) => {
    writeFileSync(join(folder, "urls.txt"), urls.join("\n"))
    const out = ["--out", join(folder, "out"), "--delay", "0", "--concurrency", `${concurrency}`]
    return ["batch", join(folder, "urls.txt"), ...out]
  }
  for (let round = 1; round <= 3; round++) {
    const rates = [
      await rateOf(plain, () => urls, count),
      await rateOf(child, batch(1), count),
      await rateOf(child, batch(4), count),
    ].map((rate) => rate.toFixed(1))
    console.log(`plain reads ${rates[0]} pages a second, batch ${rates[1]}, with --concurrency 4 ${rates[2]}`)
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
  console.log(
    `${waiting} waiting: ${of("VmRSS").toFixed(0)} MiB, at most ${of("VmHWM").toFixed(0)}, after 200 pages and ` +
      `${((performance.now() - begun) / 1_000).toFixed(0)} s`,
  )
  run.kill("SIGKILL")
  await new Promise((done) => run.on("exit", done))
  web.close()
  rmSync(folder, { recursive: true, force: true })
}

const memory = async () => {
  for (const waiting of [1_000, Number(values.urls ?? 1_000_000)]) await memoryWith(waiting)
}

const subjects: Readonly<Record<string, () => Promise<void>>> = { kills, speed, memory }
for (const name of positionals.length === 0 ? Object.keys(subjects) : positionals) await subjects[name]?.()
