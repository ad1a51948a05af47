/**
 * A worker of Vitest that keeps its modules loaded for the next mutant: loading them is most of a mutant's cost. Only
 * mutants that are active while tests run share one. A static mutant counts while modules load, so it gets a new
 * worker, as does the dry run.
 */
import { type PoolOptions, type PoolWorker, ThreadsPoolWorker, type Vite, type WorkerRequest } from "vitest/node"

/** Mutants that share a worker: the traces of one reach few others. */
const maxRuns = 60

type Listener = Parameters<PoolWorker["on"]>

let idle: ThreadsPoolWorker | undefined
let runs = 0

class WarmWorker implements PoolWorker {
  readonly name = "warm"
  readonly #options: PoolOptions
  #worker: ThreadsPoolWorker
  #listeners: Array<Listener> = []

  constructor(options: PoolOptions) {
    this.#options = options
    this.#worker = new ThreadsPoolWorker(options)
  }

  on(...listener: Listener): void {
    this.#listeners.push(listener)
    this.#worker.on(...listener)
  }

  off(...[event, callback]: Listener): void {
    this.#listeners = this.#listeners.filter((one) => one[0] !== event || one[1] !== callback)
    this.#worker.off(event, callback)
  }

  deserialize(data: unknown): unknown {
    return data
  }

  /** Whether the mutant is active only while tests run; Stryker's runner passes that to its workers. */
  get #isRuntime(): boolean {
    const reported: Readonly<Record<string, unknown>> = { ...this.#options.project.getProvidedContext() }
    return reported["mode"] === "mutant" && reported["mutantActivation"] === "runtime"
  }

  get #stays(): boolean {
    return this.#isRuntime && runs < maxRuns
  }

  async start(): Promise<void> {
    const last = idle
    idle = undefined
    if (last !== undefined && this.#isRuntime) {
      this.#worker = last
      return
    }
    runs = 0
    await last?.stop()
    await this.#worker.start()
  }

  send(message: WorkerRequest): void {
    if (message.type === "run") runs++
    if (message.type !== "stop" || !this.#stays) return this.#worker.send(message)
    // A stopping worker doesn't listen any more, so it gets no message.
    const answer = { __vitest_worker_response__: true, type: "stopped" }
    setImmediate(() => {
      for (const [event, callback] of this.#listeners) if (event === "message") callback(answer)
    })
  }

  async stop(): Promise<void> {
    if (!this.#stays) return this.#worker.stop()
    for (const listener of this.#listeners) this.#worker.off(...listener)
    idle = this.#worker
  }
}

/** The plugin that makes Vitest run tests in such workers. */
export const warmWorkers: Vite.Plugin = {
  name: "warm-workers",
  configureVitest: ({ project }) => {
    project.config.pool = "warm"
    project.config.poolRunner = { name: "warm", createPoolWorker: (options) => new WarmWorker(options) }
  },
}
