/**
 * Processor time and resident memory of a process with all its descendants, from Linux's `/proc` (proc_pid_stat(5)).
 */
import { readdirSync, readFileSync } from "node:fs"

/** The usage of a process tree. */
export interface Usage {
  /** User and system time so far, including ended children, in milliseconds. */
  readonly processor: number
  /** Resident memory now, in MiB; memory that two processes share counts twice. */
  readonly resident: number
  /** The root's share of it. */
  readonly rootResident: number
  /** The tree's part of it, in MiB: memory that processes share is divided by their number (PSS). */
  readonly proportional: number
  /** The part of it that is shared with no file, in MiB. */
  readonly own: number
}

/** Reads the usage of the tree below a process. */
export const usageOf = (root: number): Usage => {
  const processes = readdirSync("/proc").filter(isNumber).map(Number).flatMap(statusOf)
  const tree = new Set([root])
  // A child may have a lower number than its parent, so one pass isn't enough.
  for (let before = 0; before < tree.size;) {
    before = tree.size
    for (const { id, parent } of processes) if (tree.has(parent)) tree.add(id)
  }
  const members = processes.filter(({ id }) => tree.has(id))
  const residentOf = (of: ReadonlyArray<Status>) => (sum(of.map(({ pages }) => pages)) * bytesPerPage) / 1_048_576
  return {
    processor: (sum(members.map(({ ticks }) => ticks)) * 1_000) / ticksPerSecond,
    resident: residentOf(members),
    rootResident: residentOf(members.filter(({ id }) => id === root)),
    proportional: sum(members.map(({ id }) => mebibytesOf("Pss", `/proc/${id}/smaps_rollup`))),
    own: sum(members.map(({ id }) => mebibytesOf("RssAnon", `/proc/${id}/status`))),
  }
}

// --- private --------------------------------------------------------------------------

/** Linux reports both in these units on x86-64 and arm64 with pages of 4 KiB. */
const ticksPerSecond = 100
const bytesPerPage = 4_096

interface Status {
  readonly id: number
  readonly parent: number
  readonly ticks: number
  readonly pages: number
}

const isNumber = (name: string): boolean => /^\d+$/.test(name)

/** The status of a process; `undefined` if it has ended. */
const statusOf = (id: number): ReadonlyArray<Status> => {
  try {
    const stat = readFileSync(`/proc/${id}/stat`, "latin1")
    // The name in brackets may contain any character; the third field follows the last bracket.
    const fields = stat
      .slice(stat.lastIndexOf(")") + 2)
      .split(" ")
      .map(Number)
    const [, parent = 0] = fields
    return [{ id, parent, ticks: sum(fields.slice(11, 15)), pages: fields[21] ?? 0 }]
  } catch {
    return []
  }
}

/** A number of KiB in a file of `/proc`, in MiB (proc_pid_status(5), proc_pid_smaps(5)); 0 if the process has ended. */
const mebibytesOf = (name: "Pss" | "RssAnon", file: string): number => {
  try {
    const [, kibibytes = 0] = new RegExp(`^${name}:\\s*(\\d+)`, "m").exec(readFileSync(file, "latin1")) ?? []
    return Number(kibibytes) / 1_024
  } catch {
    return 0
  }
}

const sum = (numbers: ReadonlyArray<number>): number => numbers.reduce((total, number) => total + number, 0)
