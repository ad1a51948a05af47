/** The cost of hazards, read through one layer in a process of its own. */
import { spawn } from "node:child_process"
import { createInterface } from "node:readline"
import { program } from "../Programs.ts"

export const layerNames = ["threads", "processes", "inline"] as const
/** The same with Readability, whose cost grows faster than a document: `timeout` is one of its outcomes. */
export const readabilityNames = ["readability in threads", "readability in processes"] as const
export const allNames = [...layerNames, ...readabilityNames]
export type LayerName = (typeof allNames)[number]

/** The outcome. */
export interface Measured {
  /** `read`, the code of the error, or what was wrong. */
  readonly outcome: string
  readonly reduced: ReadonlyArray<string>
  /** Wall-clock time in ms. */
  readonly ms: number
  /** Processor time of all threads and processes, in ms; the start of the process counts for its first hazard. */
  readonly processor: number
  /** The peak memory, in MiB. */
  readonly peak: number
}

/** Options of a hazard's reading, in ms. */
export interface Limits {
  /** The setting `extract_timeout`; its default unless given. It may be longer than settings allow. */
  readonly timeout?: number
  /** The timeout of one hazard, after which the process is killed. */
  readonly patience: number
}

/** A process that reads one hazard after the other. */
export interface Series {
  /** Reads the hazard of this name. Only one reading at a time is allowed. */
  readonly read: (name: string) => Promise<Measured>
  readonly end: () => Promise<void>
}

/** Starts a process that reads through a layer. If a hazard ends the process, a new one reads the next hazard. */
export const series = (layer: LayerName, limits: Limits): Series => {
  let reader: Promise<Reader> | undefined
  return {
    read: async (name) => {
      const current = (reader ??= start(layer, limits))
      const of = await (await current)(name)
      if (typeof of !== "string") return of
      reader = undefined
      return { outcome: of, reduced: [], ms: 0, processor: 0, peak: 0 }
    },
    end: async () => (await reader)?.end(),
  }
}

/** Reads a hazard in a process of its own. */
export const measure = async (
  layer: LayerName,
  name: string,
  limits: Limits = { patience: 30_000 },
): Promise<Measured> => {
  const { end, read } = series(layer, limits)
  const of = await read(name)
  await end()
  return of
}

// --- private --------------------------------------------------------------------------

/** Reads a hazard. The result is a string if the process ended instead: `hung` or `crashed`, with its stderr. */
interface Reader {
  (name: string): Promise<Measured | string>
  readonly end: () => Promise<void>
}

const start = async (layer: LayerName, { patience, timeout }: Limits): Promise<Reader> => {
  const args = [await program("Child"), layer, ...(timeout === undefined ? [] : [String(timeout)])]
  const child = spawn(process.execPath, ["--expose-gc", ...args], { stdio: "pipe" })
  let errors = ""
  child.stderr.setEncoding("utf8").on("data", (text: string) => (errors += text))
  child.stdin.on("error", () => {})
  const ended = new Promise<string>((resolve) => {
    child.once("close", (_, signal) => resolve(signal === "SIGKILL" ? "hung" : `crashed: ${errors.slice(-2_000)}`))
  })
  const answers = createInterface({ input: child.stdout })
  const read = async (name: string): Promise<Measured | string> => {
    // clock: bounds a hang
    const late = setTimeout(() => child.kill("SIGKILL"), patience)
    const answer = new Promise<Measured>((resolve) => {
      answers.once("line", (line) => resolve(JSON.parse(line)))
    })
    child.stdin.write(`${name}\n`)
    const of = await Promise.race([answer, ended])
    clearTimeout(late)
    return of
  }
  const end = async () => {
    child.stdin.end()
    await ended
  }
  return Object.assign(read, { end })
}
