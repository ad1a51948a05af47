/**
 * Runs of the real command in a world, with a collector of spans on loopback: each as a process of its own, or many in
 * one process ({@link ./programs/command-runner.ts}).
 */
import { type ChildProcess, execFile, fork } from "node:child_process"
import { once } from "node:events"
import { createServer } from "node:http"
import { text } from "node:stream/consumers"
import { type Sites, World } from "../src/index.ts"
import { packed, packedProgram } from "../../cli/test/support/packed.ts"
import { replyOf } from "./programs/Replies.ts"
import { watch } from "./programs/Visit.ts"

/** A run's arguments, its settings, and whether it's a process of its own. */
export interface Run {
  readonly args: ReadonlyArray<string>
  readonly env?: Readonly<Record<string, string>>
  readonly isProcess?: boolean | undefined
}

/** Runs under the same environment of their processes. */
export interface Input {
  readonly runs: ReadonlyArray<Run>
  readonly env?: Readonly<Record<string, string>>
}

/** A run's end. */
export interface End {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

/** One request to the collector. */
export interface Export {
  readonly path: string
  readonly headers: Readonly<Record<string, string | ReadonlyArray<string> | undefined>>
  readonly body: string
}

/** A run's end, and the world's events meanwhile. */
export interface Ran extends End {
  readonly intruders: ReadonlyArray<string>
  readonly queries: ReadonlyArray<string>
  readonly seen: ReadonlyArray<Sites.SeenRequest>
  readonly exports: ReadonlyArray<Export>
}

/** The URL of the collector. */
export const collectorUrl = "http://127.0.0.1:4318"

/** The process in which commands run, with its environment. */
export const startRunner = (command: ReadonlyArray<string>, env: NodeJS.ProcessEnv): Runner => {
  const [file = process.execPath, ...args] = [...command, process.execPath]
  const child = fork(packedProgram("command-runner"), { env, execPath: file, execArgv: args })
  return { child, run: (run) => replyOf(child, run) }
}

/** A process in which commands run, one after the other. */
export interface Runner {
  readonly child: ChildProcess
  readonly run: (run: Run) => Promise<End>
}

/** Runs the command as a process of its own. */
export const runProcess = ({ args, env }: Run, own: NodeJS.ProcessEnv): Promise<End> =>
  new Promise((done) => {
    const child = execFile(process.execPath, [packed, ...args], { env: { ...own, ...env } }, (_error, stdout, stderr) =>
      done({ code: child.exitCode, stdout, stderr }),
    )
  })

/** Runs the commands of inputs, one after the other, in a world. */
export const make = (world: World.World): ((input: Input) => Promise<ReadonlyArray<Ran>>) => {
  const exports: Array<Export> = []
  let collector: Promise<void> | undefined
  /** That of all inputs without an environment of their own. */
  let common: Runner | undefined
  return async ({ env, runs }) => {
    world.dns.define(World.zone)
    await (collector ??= startCollector(exports))
    const own = { ...process.env, NODE_EXTRA_CA_CERTS: world.authority, ...env }
    const runner = (): Runner => {
      if (env === undefined) return (common ??= startRunner([], own))
      return (special ??= startRunner([], own))
    }
    let special: Runner | undefined
    const all: Array<Ran> = []
    for (const run of runs) {
      const before = exports.length
      let end: End = { code: null, stdout: "", stderr: "" }
      const { intruders, queries, seen } = await watch(world, "", async () => {
        end = await (run.isProcess === true ? runProcess(run, own) : runner().run(run))
        return { code: 0, answer: {} }
      })
      all.push({ ...end, intruders, queries, seen, exports: exports.slice(before) })
    }
    special?.child.kill()
    return all
  }
}

// --- private --------------------------------------------------------------------------

const startCollector = async (exports: Array<Export>): Promise<void> => {
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      exports.push({ path: request.url ?? "", headers: request.headers, body })
      response.writeHead(200, { "content-type": "application/json" }).end("{}")
    })
  })
  await once(server.listen(4318, "127.0.0.1"), "listening")
}
