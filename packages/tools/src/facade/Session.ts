/** The calls of one facade: each is an Effect of its conversation, run as a promise until the facade is disposed of. */
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Deferred from "effect/Deferred"
import type * as ManagedRuntime from "effect/ManagedRuntime"
import * as Stream from "effect/Stream"
import { Conversation, type WebBackend, type WebError } from "@porthole/core"
import type { ToolCall } from "../calls/ToolCall.ts"
import * as Wording from "../toolkit/Wording.ts"
import type { CallOptions } from "./PromiseTools.ts"

/** A call as a promise: its answer or, if it failed, the wire error. */
export type PromiseCall<A> = (args: unknown, options?: CallOptions) => Promise<A | WebError.Wire>

/** Runs calls until it is disposed of; later ones reject. */
export interface Session {
  readonly run: <A>(call: ToolCall<A>) => PromiseCall<A>
  /** A stream as an iterable, which rejects once its signal is aborted or the session is disposed of. */
  readonly iterate: <A>(
    stream: Stream.Stream<A, unknown, WebBackend.WebBackend>,
    options?: CallOptions,
  ) => AsyncIterable<A>
  readonly perform: (effect: Effect.Effect<void>) => Promise<void>
  readonly dispose: () => Promise<void>
}

/** Makes a session over a runtime, which it disposes of. */
export const make = (
  runtime: ManagedRuntime.ManagedRuntime<WebBackend.WebBackend, unknown>,
  conversation: Conversation.ConversationId,
): Session => {
  let isDisposed = false
  const disposed = Deferred.makeUnsafe<never, DOMException>()
  const inConversation = Effect.provideService(Conversation.Conversation, conversation)
  return {
    run: (call) => (args, options) => {
      const signal = options?.signal
      if (isDisposed) return Promise.reject(disposedError())
      if (signal?.aborted === true) return Promise.reject(signal.reason)
      // Suspended, because arguments that throw when they are read must reject, not throw.
      const effect = Effect.catch(
        Effect.suspend(() => call(args)),
        (error) => Effect.succeed(error.wire),
      )
      return runtime.runPromiseExit(inConversation(effect), { signal }).then((exit) => {
        if (Exit.isSuccess(exit)) return exit.value
        if (signal?.aborted === true) return Promise.reject(signal.reason)
        return Promise.reject(
          isDisposed ? disposedError() : new Error(Wording.bug, { cause: Cause.squash(exit.cause) }),
        )
      })
    },
    iterate: (stream, { signal } = {}) =>
      Stream.unwrap(
        Effect.map(isDisposed ? Effect.fail(disposedError()) : runtime.contextEffect, (context) =>
          Stream.provideContext(Stream.provideService(stream, Conversation.Conversation, conversation), context),
        ),
      ).pipe(Stream.interruptWhen(Effect.raceFirst(Deferred.await(disposed), abortOf(signal))), Stream.toAsyncIterable),
    perform: (effect) => (isDisposed ? Promise.reject(disposedError()) : runtime.runPromise(inConversation(effect))),
    dispose: () => {
      isDisposed = true
      Deferred.doneUnsafe(disposed, Effect.fail(disposedError()))
      return runtime.dispose()
    },
  }
}

// --- private --------------------------------------------------------------------------

/** Fails with the signal's reason once it is aborted. */
const abortOf = (signal: AbortSignal | undefined): Effect.Effect<never, unknown> =>
  signal === undefined
    ? Effect.never
    : Effect.callback((resume) => {
        const abort = () => resume(Effect.fail(signal.reason))
        if (signal.aborted) return abort()
        signal.addEventListener("abort", abort, { once: true })
        return Effect.sync(() => signal.removeEventListener("abort", abort))
      })

const disposedError = (): DOMException => new DOMException(Wording.disposed, "AbortError")
