/** The records of a recording, for an operator. */
import * as Effect from "effect/Effect"
import * as OptionalPackage from "./OptionalPackage.ts"

/** A record without its block; `isRight` tells whether it has the digests that it names. */
export interface Listed {
  readonly id: string
  readonly type: string
  readonly target: string
  readonly date: string
  readonly bytes: number
  readonly digest: string
  readonly isRight: boolean
}

/** A file's records, and why they end before the file does, if they do. */
export interface Contents {
  readonly records: ReadonlyArray<Listed>
  readonly fault: string | undefined
}

/** A sentence for a person. */
export interface Failure {
  readonly message: string
}

/** Reads a recording. */
export const read = (file: string): Effect.Effect<Contents, Failure> => Effect.flatMap(load, ({ read }) => read(file))

// --- private --------------------------------------------------------------------------

interface Module {
  readonly read: (file: string) => Effect.Effect<Contents, Failure>
}

const load: Effect.Effect<Module, OptionalPackage.NotInstalled> = OptionalPackage.load(
  "A recording",
  "@porthole/recording",
  () =>
    import(/* webpackIgnore: true */ "@porthole/recording").then((module): Module => module, OptionalPackage.missing),
)
