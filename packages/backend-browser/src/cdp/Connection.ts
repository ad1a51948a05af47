/**
 * The Chrome DevTools Protocol over a pipe: commands with their answers, and events. There is one connection for a
 * browser; `sessionId` names the page, frame or worker behind it.
 */
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Predicate from "effect/Predicate"
import * as Result from "effect/Result"
import { CdpError } from "./CdpError.ts"
import * as MessageReader from "./MessageReader.ts"

/** The two ends that a browser is controlled by; tests swap it. */
export interface Pipe {
  readonly write: (text: string) => void
  readonly listen: (listener: { readonly onBytes: (bytes: Uint8Array) => void; readonly onEnd: () => void }) => void
}

/** Something that the browser tells. */
export interface Event {
  readonly method: string
  readonly params: unknown
  readonly sessionId: string | undefined
  /** Characters of the message. */
  readonly size: number
}

/** A command's parameters. */
export type Params = Readonly<Record<string, unknown>>

/** A connection. */
export interface Connection {
  /** Sends a command and waits for its result. A paused or hanging page may never answer: callers bound the time. */
  readonly send: (method: string, params?: Params, sessionId?: string) => Effect.Effect<unknown, CdpError>
  /** Sends a command whose result nobody needs. */
  readonly post: (method: string, params?: Params, sessionId?: string) => void
  /** Adds a listener of events, which are told in the order of the pipe. */
  readonly listen: (listener: (event: Event) => void) => void
  /** Fails once the browser is gone, and never succeeds. */
  readonly ended: Effect.Effect<never, CdpError>
  readonly hasEnded: () => boolean
  /** Gives the browser up, as if it were gone. */
  readonly abandon: () => void
}

/** The bounds of messages. */
export interface Limits {
  readonly maxMessageBytes: number
  /** Characters of an answer to commands of a method; a longer one isn't parsed. */
  readonly maxAnswers?: Readonly<Record<string, number>> | undefined
}

/**
 * Opens a connection. A message of the browser that is too long fails its command if it is an answer; an event ends the
 * connection, because nobody knows whose it is.
 */
export const make = (pipe: Pipe, { maxAnswers = {}, maxMessageBytes }: Limits): Connection => {
  const waiting = new Map<number, Waiting>()
  const listeners: Array<(event: Event) => void> = []
  const end = Deferred.makeUnsafe<never, CdpError>()
  const read = MessageReader.make(maxMessageBytes)
  let failure: CdpError | undefined
  let last = 0

  const close = (error: CdpError): void => {
    if (failure !== undefined) return
    failure = error
    Deferred.doneUnsafe(end, Effect.fail(error))
    for (const { method, resume } of waiting.values()) resume(Effect.fail(closed(method)))
    waiting.clear()
  }
  const answer = (message: Answer): void => {
    const command = waiting.get(message.id)
    waiting.delete(message.id)
    command?.resume(resultOf(command.method, message))
  }
  const drop = (text: string): void => {
    const id = numberOf(text)
    if (id === undefined) return close(oversized)
    answer({ id, error: { message: tooLong } })
  }
  const receive = ({ isCut, text }: MessageReader.Message): void => {
    if (failure !== undefined) return
    if (isCut || text.length > maxLengthOf(text, waiting, maxAnswers)) return drop(text)
    const message = Result.getOrUndefined(Result.try((): unknown => JSON.parse(text)))
    if (!Predicate.isObject(message)) return close(malformed)
    if (isAnswer(message)) return answer(message)
    const event = isEvent(message) ? eventOf(message, text.length) : undefined
    if (event !== undefined) for (const listener of listeners) listener(event)
  }
  const write = (id: number, method: string, params: Params, sessionId: string | undefined): void => {
    if (failure === undefined) pipe.write(`${JSON.stringify({ id, method, params, sessionId })}\0`)
  }
  pipe.listen({
    onBytes: (bytes) => {
      if (failure === undefined) read(bytes).forEach(receive)
    },
    onEnd: () => close(closed("")),
  })
  return {
    send: (method, params = {}, sessionId) =>
      Effect.callback((resume) => {
        if (failure !== undefined) return resume(Effect.fail(closed(method)))
        const id = ++last
        waiting.set(id, { method, resume })
        write(id, method, params, sessionId)
        return Effect.sync(() => waiting.delete(id))
      }),
    post: (method, params = {}, sessionId) => write(++last, method, params, sessionId),
    listen: (listener) => void listeners.push(listener),
    ended: Deferred.await(end),
    hasEnded: () => failure !== undefined,
    abandon: () => close(closed("")),
  }
}

// --- private --------------------------------------------------------------------------

interface Waiting {
  readonly method: string
  readonly resume: (result: Effect.Effect<unknown, CdpError>) => void
}

/** The browser writes the number of an answer first. */
const numberOf = (text: string): number | undefined => {
  const [, id] = /^\{"id":(\d+)\D/.exec(text) ?? []
  return id === undefined ? undefined : Number(id)
}

const maxLengthOf = (
  text: string,
  waiting: ReadonlyMap<number, Waiting>,
  maxAnswers: Readonly<Record<string, number>>,
): number => maxAnswers[waiting.get(numberOf(text) ?? 0)?.method ?? ""] ?? Infinity

interface Answer {
  readonly id: number
  readonly result?: unknown
  readonly error?: unknown
}

const isAnswer = (message: object): message is Answer => "id" in message && Predicate.isNumber(message.id)

interface Told {
  readonly method: string
  readonly params?: unknown
  readonly sessionId?: unknown
}

const isEvent = (message: object): message is Told => "method" in message && Predicate.isString(message.method)

const eventOf = ({ method, params, sessionId }: Told, size: number): Event => ({
  method,
  params,
  sessionId: Predicate.isString(sessionId) ? sessionId : undefined,
  size,
})

const resultOf = (method: string, { error, result }: Answer): Effect.Effect<unknown, CdpError> =>
  error === undefined
    ? Effect.succeed(result)
    : Effect.fail(new CdpError({ reason: "refused", method, detail: wordsOf(error) }))

const wordsOf = (error: unknown): string =>
  Predicate.hasProperty(error, "message") && Predicate.isString(error.message) ? error.message.slice(0, 200) : ""

const closed = (method: string): CdpError => new CdpError({ reason: "closed", method, detail: "the browser has ended" })

const tooLong = "a message is too long"

const oversized = new CdpError({ reason: "oversized", method: "", detail: tooLong })

const malformed = new CdpError({ reason: "malformed", method: "", detail: "a message isn't a JSON object" })
