/** A package that `npm install @porthole/tools` doesn't install, because only a setting needs it. */
import * as Effect from "effect/Effect"
import * as Predicate from "effect/Predicate"
import * as Schema from "effect/Schema"

/** A missing package that a setting needs. */
export class NotInstalled extends Schema.TaggedError<NotInstalled>()("NotInstalled", {
  setting: Schema.String,
  name: Schema.String,
}) {
  override get message(): string {
    return `${this.setting} needs the package ${this.name}: \`npm install ${this.name}\`.`
  }
}

/** Loads a package for a setting; any failure other than its absence is a defect. */
export const load = <M>(setting: string, name: string, modules: () => Promise<M>): Effect.Effect<M, NotInstalled> =>
  Effect.tryPromise(modules).pipe(
    Effect.catch(({ cause }) =>
      isMissing(cause, name) ? Effect.fail(new NotInstalled({ setting, name })) : Effect.die(cause),
    ),
  )

/**
 * Handles a failed import: esbuild accepts a package that isn't installed only where the program handles that, and
 * webpack only by the comment `webpackIgnore`. Bundles load these packages from `node_modules`.
 */
export const missing = (cause: unknown): Promise<never> => Promise.reject(cause)

// --- private --------------------------------------------------------------------------

/**
 * Node names the package only in the message; a package that lacks one of its own parts is broken, not missing. Vite
 * writes its own error in place of an optional package, without a code.
 */
const isMissing = (cause: unknown, name: string): boolean =>
  cause instanceof Error &&
  (Predicate.hasProperty(cause, "code") && cause.code === "ERR_MODULE_NOT_FOUND"
    ? cause.message.startsWith(`Cannot find package '${name}'`)
    : cause.message.startsWith(`Could not resolve "${name}" imported by`))
