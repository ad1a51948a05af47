/**
 * Runs a program in a network of its own, which needs root, `unshare`, `ip` and `openssl`; without them the tests are
 * skipped with a message (with `PORTHOLE_REQUIRE_SERVERS=1` they fail instead).
 */
import { execFile, spawn, spawnSync } from "node:child_process"
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
      { encoding: "utf8", env: { ...patience, ...process.env }, maxBuffer: 256 * 1_048_576 },
      (error, stdout, stderr) => (error === null ? resolve(stdout) : reject(new Error(stderr, { cause: error }))),
    )
    child.stdin?.end(JSON.stringify(input))
  }).then((stdout) => JSON.parse(stdout))

/** Runs a Node program inside as a command with access to the terminal. Resolves to its exit code. */
export const command = (program: string, args: ReadonlyArray<string>): Promise<number> =>
  new Promise((resolve, reject) => {
    const child = spawn("bash", [enter, process.execPath, program, ...args], { stdio: "inherit" })
    child.once("error", reject).once("exit", (code) => resolve(code ?? 1))
  })

// --- private --------------------------------------------------------------------------

/** The deadlines of calls: a busy machine must not end a call that its test doesn't mean to end. */
const patience = { PORTHOLE_FETCH_TIMEOUT: "120 s", PORTHOLE_SEARCH_TIMEOUT: "60 s", PORTHOLE_EXTRACT_TIMEOUT: "60 s" }

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
