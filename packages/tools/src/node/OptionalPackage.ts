/** A package that `npm install @porthole/tools` doesn't install, because only a setting needs it. */
import * as Effect from "effect/Effect"
import * as Predicate from "effect/Predicate"
import * as Schema from "effect/Schema"

/** A package that a setting needs, and that is missing, or is inside of a bundle that can't run it. */
export class NotInstalled extends Schema.TaggedError<NotInstalled>()("NotInstalled", {
  setting: Schema.String,
  name: Schema.String,
  isBundled: Schema.optionalKey(Schema.Literal(true)),
}) {
  override get message(): string {
    const needs = `${this.setting} needs the package ${this.name}`
    return this.isBundled === true
      ? `${needs}, which can't run inside of a bundle: keep @porthole/* external when you bundle it (esbuild: ` +
          "--external:@porthole/*)."
      : `${needs}: \`npm install ${this.name}\`.`
  }
}

/** Loads a package for a setting; any failure other than these is a defect. */
export const load = <M>(setting: string, name: string, modules: () => Promise<M>): Effect.Effect<M, NotInstalled> =>
  Effect.tryPromise(modules).pipe(
    Effect.catch(({ cause }) => {
      if (isBundled(cause)) return Effect.fail(new NotInstalled({ setting, name, isBundled: true }))
      return isMissing(cause, name) ? Effect.fail(new NotInstalled({ setting, name })) : Effect.die(cause)
    }),
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

/** esbuild's error in an ES module, where a package of CommonJS requires a module of Node. */
const isBundled = (cause: unknown): boolean => cause instanceof Error && cause.message.startsWith("Dynamic require of ")
