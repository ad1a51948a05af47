/** Jobs of many pages on Node: the optional package that keeps a job's frontier and visits its hosts by their pace. */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { Frontier, WebError } from "@porthole/core"
import * as OptionalPackage from "./OptionalPackage.ts"

/** What a visit brought. */
export interface Visited {
  readonly outcome: Frontier.Outcome
  /** The error of a page that couldn't be read. One that may pass is tried again, by the host's pace. */
  readonly error?: WebError.Wire | undefined
}

/** A host that is left alone for a while: it refused, was down, or failed. */
export interface Rest {
  readonly host: string
  /** Milliseconds from now. */
  readonly wait: number
  readonly kind: "refused" | "down" | "failing"
}

/** An item that is settled. */
export type Settled = Frontier.Item & { readonly outcome: Frontier.Outcome }

/** How a job visits hosts. */
export interface VisitOptions<E, R> {
  /** Visits an item. It writes what it keeps of the page before it ends, so that writing twice changes nothing. */
  readonly visit: (item: Frontier.Taken) => Effect.Effect<Visited, E, R>
  /** The outcome of an item that isn't visited, because its host is given up for what it did to another one. */
  readonly giveUp: (item: Frontier.Taken, other: Frontier.Outcome) => Frontier.Outcome
  /** Is told of each item, once its outcome is written. */
  readonly onSettled: (settled: Settled) => Effect.Effect<void, E, R>
  readonly onRest?: ((rest: Rest) => Effect.Effect<void>) | undefined
  /** Maximum number of requests to a host at the same time. */
  readonly concurrency: number
  /** Minimum milliseconds between the starts of two requests to a host. */
  readonly interval: number
  /** When it completes, no more visits begin; those under way end. */
  readonly stop?: Effect.Effect<void> | undefined
}

/** A job that can't go on. */
export type Failure = Frontier.FrontierError | OptionalPackage.NotInstalled

/** The frontier in a file; without one it is kept until the scope ends. */
export const frontier = (file?: string): Layer.Layer<Frontier.Frontier, Failure> =>
  Layer.unwrap(Effect.map(load, ({ layer }) => layer(file)))

/** Visits what waits in the frontier, until nothing waits or it is stopped. */
export const visit = <E, R>({
  visit,
  ...options
}: VisitOptions<E, R>): Effect.Effect<void, E | Failure, R | Frontier.Frontier> =>
  Effect.flatMap(load, ({ run, troubleOf }) =>
    run({
      ...options,
      visit: (item) =>
        Effect.map(visit(item), ({ error, outcome }) => ({
          outcome,
          trouble: error === undefined ? undefined : troubleOf(error),
        })),
    }),
  )

// --- private --------------------------------------------------------------------------

interface Trouble {
  readonly kind: Rest["kind"]
  readonly retryAfter?: number | undefined
}

/** The package. Its type isn't named, so that this compiles where it isn't installed. */
interface Module {
  readonly layer: (file?: string) => Layer.Layer<Frontier.Frontier, Frontier.FrontierError>
  readonly run: <E, R>(
    options: Omit<VisitOptions<E, R>, "visit"> & {
      readonly visit: (
        item: Frontier.Taken,
      ) => Effect.Effect<{ readonly outcome: Frontier.Outcome; readonly trouble?: Trouble | undefined }, E, R>
    },
  ) => Effect.Effect<void, E | Frontier.FrontierError, R | Frontier.Frontier>
  readonly troubleOf: (error: WebError.Wire) => Trouble | undefined
}

const load: Effect.Effect<Module, OptionalPackage.NotInstalled> = OptionalPackage.load(
  "A job of many pages",
  "@porthole/jobs",
  () => import(/* webpackIgnore: true */ "@porthole/jobs").then((module): Module => module, OptionalPackage.missing),
)
