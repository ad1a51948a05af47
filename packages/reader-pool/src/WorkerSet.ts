/**
 * The workers of a pool: those that read a document, the idle ones, which end after a while, and those that are being
 * ended. A worker that is being ended counts until it has ended: V8 can't stop a thread within a native call.
 */
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import { startOrLose, type Start, type Worker } from "./Worker.ts"

/** How the workers of a set are started and counted. */
export interface Options {
  readonly start: Start
  /** Maximum number of workers, including those that are being ended. */
  readonly size: number
  readonly preload: ReadonlyArray<string>
  /** How long an idle worker lives, in milliseconds. */
  readonly idleTime: number
  /** Counts workers that start (1) and that have ended (-1). */
  readonly count: (change: 1 | -1) => void
  /** Called when a worker has ended, so that there is room for another one. */
  readonly onEnded: () => void
}

/** A worker, the number of its documents, and the timer that ends it when it is idle. */
export interface Member {
  readonly worker: Worker
  documentCount: number
  timer: NodeJS.Timeout | undefined
}

/** The workers of a pool. */
export interface WorkerSet {
  /** Whether another worker may be started. */
  readonly hasRoom: () => boolean
  readonly hasIdle: () => boolean
  /** Starts a worker, which isn't idle. */
  readonly start: () => Member
  /** Takes a worker out of the idle ones, with the timer that would end it. */
  readonly takeIdle: () => Member | undefined
  readonly putIdle: (member: Member) => void
  readonly end: (member: Member) => void
  /** Ends all workers, and waits for them, but not for long. */
  readonly close: Effect.Effect<void>
}

/** How long the end of a set waits for its workers. */
export const maxEnding: Duration.Duration = Duration.seconds(2)

/** Makes a set without workers. */
export const make = (options: Options): WorkerSet => {
  const state: State = { options, members: new Set(), idle: [], ending: new Set(), isOpen: true }
  return {
    hasRoom: () => state.isOpen && state.members.size + state.ending.size < options.size,
    hasIdle: () => state.idle.length > 0,
    start: () => {
      const member: Member = { worker: startOrLose(options.start, options.preload), documentCount: 0, timer: undefined }
      state.members.add(member)
      options.count(1)
      return member
    },
    takeIdle: () => takeIdle(state),
    putIdle: (member) => {
      state.idle.push(member)
      member.timer = setTimeout(() => end(state, member), options.idleTime).unref()
    },
    end: (member) => end(state, member),
    close: close(state),
  }
}

// --- private --------------------------------------------------------------------------

interface State {
  readonly options: Options
  /** Those that aren't being ended. */
  readonly members: Set<Member>
  readonly idle: Array<Member>
  /** The ends of workers that haven't ended yet. */
  readonly ending: Set<Promise<unknown>>
  isOpen: boolean
}

const takeIdle = (state: State): Member | undefined => {
  for (let member = state.idle.pop(); member !== undefined; member = state.idle.pop()) {
    clearTimeout(member.timer)
    if (!member.worker.isLost()) return member
    end(state, member)
  }
  return undefined
}

const end = (state: State, member: Member): void => {
  clearTimeout(member.timer)
  if (!state.members.delete(member)) return
  const at = state.idle.indexOf(member)
  if (at >= 0) state.idle.splice(at, 1)
  const ended: Promise<void> = member.worker.end().then(
    () => forget(state, ended),
    () => forget(state, ended),
  )
  state.ending.add(ended)
}

const forget = ({ ending, options }: State, ended: Promise<void>): void => {
  ending.delete(ended)
  options.count(-1)
  options.onEnded()
}

const close = (state: State): Effect.Effect<void> =>
  Effect.suspend(() => {
    state.isOpen = false
    for (const member of state.members) end(state, member)
    const allEnded = Effect.promise(() => Promise.all(state.ending))
    return Effect.ignore(Effect.timeoutOption(Effect.interruptible(allEnded), maxEnding))
  })
