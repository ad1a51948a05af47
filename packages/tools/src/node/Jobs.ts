/** Jobs of many pages on Node: the optional package that keeps a job's frontier and visits its hosts by their pace. */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { type Frontier, Recording, type Visits } from "@porthole/core"
import * as OptionalPackage from "./OptionalPackage.ts"

/** A job that can't go on. */
export type Failure = Frontier.FrontierError | OptionalPackage.NotInstalled

/** The frontier in a file; without one it is kept until the scope ends. */
export const frontier = (file?: string): Layer.Layer<Frontier.Frontier, Failure> =>
  Layer.unwrap(Effect.map(load, ({ layer }) => layer(file)))

/**
 * Visits what waits in the frontier, until nothing waits or it is stopped. A visit that a bug ends fails its item
 * alone: else a page could end a worker, and each worker that comes next. A recording needs no pace.
 */
export const visit = <E, R>(options: Visits.Options<E, R>): Effect.Effect<void, E | Failure, R | Frontier.Frontier> =>
  Effect.flatMap(Effect.all([load, Recording.isClosed]), ([{ run }, isClosed]) =>
    run({
      ...options,
      interval: isClosed ? 0 : options.interval,
      visit: (item) => Effect.catchDefect(options.visit(item), failedByBug),
    }),
  )

// --- private --------------------------------------------------------------------------

const failedByBug = (defect: unknown): Effect.Effect<Visits.Visited> =>
  Effect.as(Effect.logError("A page failed because of a bug:", defect), {
    outcome: {
      failure: "bug",
      result: { error: "extraction_failed", message: "Porthole failed because of a bug of its own. Use another page." },
    },
  })

/** The package. Its type isn't named, so that this compiles where it isn't installed. */
interface Module {
  readonly layer: (file?: string) => Layer.Layer<Frontier.Frontier, Frontier.FrontierError>
  readonly run: <E, R>(
    options: Visits.Options<E, R>,
  ) => Effect.Effect<void, E | Frontier.FrontierError, R | Frontier.Frontier>
}

const load: Effect.Effect<Module, OptionalPackage.NotInstalled> = OptionalPackage.load(
  "A job of many pages",
  "@porthole/jobs",
  () => import(/* webpackIgnore: true */ "@porthole/jobs").then((module): Module => module, OptionalPackage.missing),
)
