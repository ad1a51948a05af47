/** The parts of the protocol's answers and events that the renderer reads. */
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { CdpError } from "./CdpError.ts"
import type { Connection, Params } from "./Connection.ts"

export const Version = Schema.Struct({ product: Schema.String })

export const CreatedContext = Schema.Struct({ browserContextId: Schema.String })

export const CreatedTarget = Schema.Struct({ targetId: Schema.String })

export const CreatedWorld = Schema.Struct({ executionContextId: Schema.Number })

export const Evaluated = Schema.Struct({
  result: Schema.Struct({ value: Schema.optionalKey(Schema.Unknown), objectId: Schema.optionalKey(Schema.String) }),
  exceptionDetails: Schema.optionalKey(Schema.Struct({ text: Schema.String })),
})

export const ResolvedNode = Schema.Struct({ object: Schema.Struct({ objectId: Schema.String }) })

/** `Target.attachedToTarget`. */
export const Attached = Schema.Struct({
  sessionId: Schema.String,
  targetInfo: Schema.Struct({
    targetId: Schema.String,
    type: Schema.String,
    browserContextId: Schema.optionalKey(Schema.String),
  }),
})
export type Attached = typeof Attached.Type

/** `Target.detachedFromTarget`. */
export const Detached = Schema.Struct({ sessionId: Schema.String })

/** `Page.frameAttached`. */
export const FrameAttached = Schema.Struct({ frameId: Schema.String })

/** `Page.frameNavigated`. */
export const FrameNavigated = Schema.Struct({
  frame: Schema.Struct({ id: Schema.String, domainAndRegistry: Schema.String }),
})

/** `Fetch.requestPaused`. */
export const Paused = Schema.Struct({
  requestId: Schema.String,
  frameId: Schema.String,
  resourceType: Schema.String,
  request: Schema.Struct({
    url: Schema.String,
    method: Schema.String,
    headers: Schema.Record(Schema.String, Schema.String),
  }),
})
export type Paused = typeof Paused.Type

/** `Network.loadingFailed`. */
export const LoadingFailed = Schema.Struct({ errorText: Schema.String })

/** Sends a command and decodes the part of its result that the caller reads. */
export const ask = <A>(
  connection: Connection,
  answer: Schema.ConstraintDecoder<A>,
  [method, params, sessionId]: readonly [method: string, params?: Params, sessionId?: string],
): Effect.Effect<A, CdpError> =>
  Effect.flatMap(connection.send(method, params, sessionId), (result) =>
    Effect.mapError(
      Schema.decodeUnknownEffect(answer)(result),
      (error) => new CdpError({ reason: "malformed", method, detail: error.message.slice(0, 200) }),
    ),
  )
