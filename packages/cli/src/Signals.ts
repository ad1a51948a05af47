/**
 * Signals from the first moment on. Loading the command takes longer than starting Node, so the
 * entry imports this module before anything else: a signal that comes early ends the process with
 * the right code too, and once a run is under way {@link onSignal} lets it wind down first.
 */

/** What a shell expects of a process that a signal ended: 128 and the signal's number. */
const codes = { SIGINT: 130, SIGTERM: 143 } as const

type Listener = (code: number) => void

const quit: Listener = (code) => process.exit(code)
let listener = quit
let isHeld = false

for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.on(signal, () => {
    if (isHeld && signal === "SIGINT") return
    const first = listener
    listener = quit
    first(codes[signal])
  })
}

/** Hands the first signal to `first`; whoever sends a second one doesn't want to wait. */
export const onSignal = (first: Listener): void => {
  listener = first
}

/** Leaves Ctrl+C to a program that reads the keyboard meanwhile; returns what ends that. */
export const holdInterrupts = (): (() => void) => {
  isHeld = true
  return () => {
    isHeld = false
  }
}
