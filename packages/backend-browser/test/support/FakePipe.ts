/** A browser's end of the pipe, without a browser: what was sent, and anything that a test answers. */
import type { Pipe } from "../../src/cdp/Connection.ts"

export interface Command {
  readonly id: number
  readonly method: string
  readonly params: Record<string, unknown>
  readonly sessionId?: string
}

export interface FakePipe {
  readonly pipe: Pipe
  readonly sent: ReadonlyArray<Command>
  /** Sends an object, or raw text, to the driver. */
  readonly tell: (message: object | string) => void
  readonly end: () => void
}

/** Makes a pipe; `answer` gives the result of a command, or nothing. */
export const make = (answer: (command: Command) => object | undefined = () => undefined): FakePipe => {
  const sent: Array<Command> = []
  let told = (_: Uint8Array): void => {}
  let ended = (): void => {}
  const tell = (message: object | string): void =>
    told(Buffer.from(typeof message === "string" ? message : `${JSON.stringify(message)}\0`))
  return {
    sent,
    tell,
    end: () => ended(),
    pipe: {
      write: (text) => {
        const command: Command = JSON.parse(text.slice(0, -1))
        sent.push(command)
        const result = answer(command)
        if (result !== undefined) tell({ id: command.id, result })
      },
      listen: ({ onBytes, onEnd }) => {
        told = onBytes
        ended = onEnd
      },
    },
  }
}
