/**
 * Runs the steps of the Dockerfile without an engine, each stage in a clean root over this machine's: needs root,
 * `unshare` and overlay mounts. Then it checks the image as Docker would run it with `--read-only --tmpfs /tmp`: it
 * doesn't start without a token; with one its health check passes, its user can write only to the volume, and it exits
 * with 0 on SIGTERM. The image of the browser has its programs, for a user that isn't root.
 */
import { execFileSync, spawn, spawnSync } from "node:child_process"
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join, matchesGlob, posix, relative } from "node:path"
import { setTimeout } from "node:timers/promises"
import { parse, type Stage } from "./Dockerfile.ts"

/** A root in which a stage's commands run, and the state that its instructions have set so far. */
interface Root {
  readonly path: string
  /** The folder of what differs from this machine's root. */
  readonly upper: string
  readonly env: Record<string, string>
  workdir: string
  user: string | undefined
  readonly volumes: Array<string>
  entrypoint: ReadonlyArray<string>
  command: ReadonlyArray<string>
  health: ReadonlyArray<string>
}

const context = join(import.meta.dirname, "../..")
const node = dirname(process.execPath)
const say = (text: string): boolean => process.stdout.write(`${text}\n`)
const run = (file: string, args: ReadonlyArray<string>): void =>
  void execFileSync(file, args, { stdio: "inherit", timeout: 300_000, killSignal: "SIGKILL" })

const fail = (text: string): never => {
  throw new Error(text)
}

/** The user of the base image that the file names; this machine may not have it. */
const uid = "1000"

/** The build's commands trust the certificate of this network's proxy, if it has one; the image doesn't. */
const authorities = ((file) => (file === undefined ? {} : { NODE_EXTRA_CA_CERTS: file }))(
  process.env["NODE_EXTRA_CA_CERTS"],
)

/** The arguments of `chroot` that run a command in a root with the state of its instructions. */
const inside = (root: Root, words: ReadonlyArray<string>): ReadonlyArray<string> => [
  ...(root.user === undefined ? [] : [`--userspec=${uid}:${uid}`]),
  root.path,
  "/usr/bin/env",
  "-i",
  "-C",
  root.workdir,
  `PATH=${node}:/usr/local/bin:/usr/bin:/bin`,
  `HOME=${root.user === undefined ? "/root" : "/home/node"}`,
  ...Object.entries(root.env).map(([name, value]) => `${name}=${value}`),
  ...words,
]

/**
 * The root of a stage, over this machine's. It begins with a copy of what its base has changed: the base can't be a
 * layer of its own, because it lies below this machine's root, and layers may not overlap.
 */
const makeRoot = (folder: string, number: number, base: Root | undefined): Root => {
  const [upper, work, path] = ["upper", "work", "root"].map((name) => join(folder, String(number), name))
  if (upper === undefined || work === undefined || path === undefined) return fail("no folder")
  for (const made of [upper, work, path]) mkdirSync(made, { recursive: true })
  if (base !== undefined) run("cp", ["-a", `${base.upper}/.`, upper])
  run("mount", ["-t", "overlay", "overlay", "-o", `lowerdir=/,upperdir=${upper},workdir=${work}`, path])
  for (const device of ["/dev", "/proc"]) run("mount", ["--rbind", device, join(path, device)])
  execFileSync("bash", [
    "-c",
    `grep -q ^node: ${path}/etc/passwd || echo "node:x:${uid}:${uid}::/home/node:/bin/sh" >> ${path}/etc/passwd`,
  ])
  execFileSync("bash", ["-c", `grep -q ^node: ${path}/etc/group || echo "node:x:${uid}:" >> ${path}/etc/group`])
  const own = { path, upper }
  if (base !== undefined) return { ...base, ...own, env: { ...base.env }, volumes: [...base.volumes] }
  return { ...own, env: {}, workdir: "/", user: undefined, volumes: [], entrypoint: [], command: [], health: [] }
}

const ignored = readFileSync(join(import.meta.dirname, "Dockerfile.dockerignore"), "utf8")
  .split("\n")
  .filter((line) => line !== "")
const isIgnored = (path: string): boolean => ignored.some((pattern) => matchesGlob(path, pattern))

const build = (stage: Stage, root: Root, earlier: ReadonlyMap<string, Root>): void => {
  const at = (path: string): string => posix.resolve(root.workdir, path)
  for (const step of stage.steps) {
    switch (step.kind) {
      case "WORKDIR":
        root.workdir = at(step.value)
        mkdirSync(join(root.path, root.workdir), { recursive: true })
        break
      case "USER":
        root.user = step.value === "root" ? undefined : step.value
        break
      case "ENV":
        Object.assign(root.env, step.values)
        break
      case "VOLUME":
        root.volumes.push(step.value)
        break
      case "COPY": {
        const from = step.from === undefined ? context : earlier.get(step.from)?.path
        if (from === undefined) return fail(`there is no stage ${step.from}`)
        const source = join(from, step.source)
        const filter = (path: string): boolean => step.from !== undefined || !isIgnored(relative(context, path))
        cpSync(source, join(root.path, at(step.target)), { recursive: true, verbatimSymlinks: true, filter })
        break
      }
      case "RUN":
        say(`RUN ${step.command}`)
        run("chroot", inside({ ...root, env: { ...authorities, ...root.env } }, ["sh", "-c", step.command]))
        break
      case "ENTRYPOINT":
        root.entrypoint = step.words
        break
      case "CMD":
        root.command = step.words
        break
      case "HEALTHCHECK":
        root.health = step.words
        break
      case "EXPOSE":
        break
    }
  }
}

/** Starts the image's program in its own network namespace. */
const start = (root: Root, command = root.command) => {
  const words = inside(root, [...root.entrypoint, ...command])
  const child = spawn("unshare", ["--net", "sh", "-c", 'ip link set lo up && exec chroot "$@"', "sh", ...words], {
    stdio: ["ignore", "ignore", "pipe"],
  })
  let stderr = ""
  child.stderr.setEncoding("utf8").on("data", (text: string) => (stderr += text))
  const ended = new Promise<number | null>((done) => child.once("close", done))
  return { pid: child.pid ?? 0, ended, stop: () => child.kill("SIGTERM"), stderr: () => stderr }
}

const check = async (root: Root): Promise<void> => {
  for (const volume of root.volumes) {
    const path = join(root.path, volume)
    const held = mkdtempSync(join(dirname(root.path), "volume-"))
    run("cp", ["-a", `${path}/.`, held])
    run("mount", ["--bind", held, path])
  }
  run("mount", ["-t", "tmpfs", "tmpfs", join(root.path, "tmp")])
  run("mount", ["-o", "remount,ro", root.path])

  const unprotected = start(root)
  if ((await unprotected.ended) !== 2 || !/token/.test(unprotected.stderr())) {
    fail(`it must not start without a token: ${unprotected.stderr()}`)
  }
  say("it doesn't start without a token")

  const adding = start(root, ["tokens", "add", "default"])
  if ((await adding.ended) !== 0) fail(`a token can't be added: ${adding.stderr()}`)
  const server = start(root)
  const execute = (words: ReadonlyArray<string>): boolean =>
    spawnSync("nsenter", [`--net=/proc/${server.pid}/ns/net`, "chroot", ...inside(root, words)], { stdio: "ignore" })
      .status === 0
  let isHealthy = false
  for (let second = 0; second < 30 && !isHealthy; second++) {
    isHealthy = execute(root.health)
    if (!isHealthy) await setTimeout(1_000)
  }
  if (!isHealthy) {
    server.stop()
    fail(`the health check doesn't pass: ${server.stderr()}`)
  }
  say("the health check passes")
  if (root.user === undefined || execute(["sh", "-c", 'test "$(id -u)" = 0'])) fail("it runs as root")
  for (const path of [root.workdir, "/etc", "/home"]) {
    if (execute(["touch", `${path}/written`])) fail(`${path} can be written`)
  }
  for (const path of [...root.volumes, "/tmp"]) if (!execute(["touch", `${path}/written`])) fail(`${path} is read-only`)
  say("its user can write its volume and /tmp alone")
  server.stop()
  const code = await server.ended
  if (code !== 0) fail(`SIGTERM ended it with ${code}: ${server.stderr()}`)
  say("SIGTERM ends it with 0")
}

/** The programs that the image of the browser names are there for its user. */
const checkBrowser = (root: Root): void => {
  if (root.user === undefined) fail("the browser's image runs as root")
  const [init = ""] = root.entrypoint
  for (const program of [init, root.env["PORTHOLE_CHROMIUM"] ?? "", "/usr/bin/unshare"])
    run("chroot", inside(root, ["test", "-x", program]))
  say("its user can start the browser, the init and unshare")
}

const runInside = async (folder: string): Promise<void> => {
  const stages = parse(readFileSync(join(import.meta.dirname, "Dockerfile"), "utf8"))
  const earlier = new Map<string, Root>()
  let last: Root | undefined
  for (const [number, stage] of stages.entries()) {
    last = makeRoot(folder, number, earlier.get(stage.base))
    build(stage, last, earlier)
    if (stage.name === "browser") checkBrowser(last)
    if (stage.name !== undefined) earlier.set(stage.name, last)
  }
  await check(last ?? fail("the Dockerfile has no stage"))
}

const outside = process.env["PORTHOLE_DOCKER_FOLDER"]
if (outside === undefined) {
  const folder = mkdtempSync(join(tmpdir(), "porthole-docker-"))
  const { status } = spawnSync(
    "unshare",
    ["--mount", "--pid", "--fork", "--kill-child", "--mount-proc", process.execPath, import.meta.filename],
    { stdio: "inherit", env: { ...process.env, PORTHOLE_DOCKER_FOLDER: folder } },
  )
  rmSync(folder, { recursive: true, force: true })
  process.exitCode = status ?? 1
} else {
  await runInside(outside)
}
