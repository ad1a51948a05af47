/**
 * Runs a program in a network of its own, which needs root, `unshare`, `ip` and `openssl`; without them the tests are
 * skipped with a message (with `PORTHOLE_REQUIRE_SERVERS=1` they fail instead).
 */
import { type ChildProcess, execFile, spawn, spawnSync } from "node:child_process"
import { join } from "node:path"

const enter = join(import.meta.dirname, "enter.sh")

/** Whether tests with a network must be skipped here; prints a message if so. */
export const isMissing = (): boolean => {
  const reason = (known ??= { missing: missing() }).missing
  if (reason === undefined) return false
  if (process.env["PORTHOLE_REQUIRE_SERVERS"] === "1") throw new Error(`The network tests can't run: ${reason}.`)
  // oxlint-disable-next-line no-console -- a skipped test must not go unnoticed
  console.warn(`SKIPPED: the tests in a network of their own can't run: ${reason}.`)
  return true
}

/** Runs a Node program inside, with `input` as JSON on its standard input, and parses the JSON that it prints. */
export const run = <A>(program: string, input: unknown = {}): Promise<A> =>
  new Promise<string>((resolve, reject) => {
    const child = execFile(
      "bash",
      [enter, process.execPath, program],
      { encoding: "utf8", env: environment(), maxBuffer: 256 * 1_048_576 },
      (error, stdout, stderr) => (error === null ? resolve(stdout) : reject(new Error(stderr, { cause: error }))),
    )
    child.stdin?.end(JSON.stringify(input))
  }).then((stdout) => JSON.parse(stdout))

/**
 * Asks a Node program that stays inside for further calls of this process: it gets each request as a message, and
 * replies by {@link serve}. It ends with this process, and its network with it; after a failure the next call starts it
 * anew.
 */
export const ask = <A>(program: string, request: object): Promise<A> => {
  const { child, waiting } = residents.get(program) ?? startResident(program)
  return new Promise((resolve, reject) => {
    waiting.push({ resolve: (reply) => resolve(JSON.parse(reply)), reject })
    child.send(request)
  })
}

/** Inside: answers the requests of {@link ask}, one after the other, until the process that asks is gone. */
export const serve = <Request>(answer: (request: Request) => Promise<object>): void => {
  let last: Promise<void> = Promise.resolve()
  process.on("message", (request: Request) => {
    last = last.then(async () => void process.send?.(JSON.stringify(await answer(request))))
  })
  process.once("disconnect", () => process.exit(0))
}

/** Runs a Node program inside as a command with access to the terminal. Resolves to its exit code. */
export const command = (program: string, args: ReadonlyArray<string>): Promise<number> =>
  new Promise((resolve, reject) => {
    const child = spawn("bash", [enter, process.execPath, program, ...args], { stdio: "inherit", env: environment() })
    child.once("error", reject).once("exit", (code) => resolve(code ?? 1))
  })

// --- private --------------------------------------------------------------------------

/**
 * The deadlines of calls, since a busy machine must not end one that its test doesn't mean to end, and the folder that
 * keeps the certificates of all networks (`Certificates.ts`).
 */
const environment = (): NodeJS.ProcessEnv => ({
  PORTHOLE_FETCH_TIMEOUT: "120 s",
  PORTHOLE_SEARCH_TIMEOUT: "60 s",
  PORTHOLE_EXTRACT_TIMEOUT: "60 s",
  PORTHOLE_TEST_CERTIFICATES: join(import.meta.dirname, "../../../node_modules/.cache/test-net/certificates"),
  ...process.env,
})

interface Resident {
  readonly child: ChildProcess
  readonly waiting: Array<{ readonly resolve: (reply: string) => void; readonly reject: (error: Error) => void }>
}

/** The programs that stay inside, for all test files of a worker. */
const residents = new Map<string, Resident>()

const startResident = (program: string): Resident => {
  const child = spawn("bash", [enter, process.execPath, program], {
    env: environment(),
    stdio: ["ignore", "ignore", "pipe", "ipc"],
  })
  const resident: Resident = { child, waiting: [] }
  residents.set(program, resident)
  child.on("message", (reply) => resident.waiting.shift()?.resolve(String(reply)))
  child.once("exit", () => residents.delete(program))
  let said = ""
  child.stderr?.setEncoding("utf8").on("data", (text: string) => (said += text))
  child.once("close", () => {
    for (const { reject } of resident.waiting) reject(new Error(`${program} ended: ${said}`))
  })
  return resident
}

/** The result of {@link missing}, for all test files of a worker. */
let known: { readonly missing: string | undefined } | undefined

const missing = (): string | undefined => {
  if (process.getuid?.() !== 0) return "it needs root"
  for (const command of [
    "unshare --net --mount true",
    "ip -V",
    "unshare --net ip link add type veth",
    "openssl version",
  ]) {
    const [file = "", ...args] = command.split(" ")
    if (spawnSync(file, args).status !== 0) return `\`${command}\` doesn't work here`
  }
  return undefined
}
