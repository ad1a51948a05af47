/** The records of a recording, for an operator. */
import * as Effect from "effect/Effect"
import type { SignedText } from "./SigningIdentity.ts"
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

/** A signature of a file's first bytes. */
export interface Signature {
  readonly key: string
  readonly date: string
  readonly bytes: number
  readonly isRight: boolean
}

/** A file's records, and why they end before the file does, if they do. */
export interface Contents {
  readonly records: ReadonlyArray<Listed>
  /** What was signed, by which key, and whether the signature is right. */
  readonly signatures: ReadonlyArray<Signature>
  /** The number of records after the last signature; 0 without a signature. */
  readonly unsigned: number
  readonly fault: string | undefined
}

/** A sentence for a person. */
export interface Failure {
  readonly message: string
}

/** A record with its block, as text if it is one. */
export interface Shown {
  readonly fields: ReadonlyArray<readonly [name: string, value: string]>
  readonly head: string
  readonly text?: string
}

/** Signs a text, with what shows the key. */
export type Sign<E> = (text: string) => Effect.Effect<SignedText, E>

/** The record with an id; nothing if there is none. */
export const show = (file: string, id: string): Effect.Effect<Shown | undefined, Failure> =>
  Effect.flatMap(load, ({ show }) => show(file, id))

/** Signs a recording, and returns the name of the key. */
export const sign = <E>(file: string, sign: Sign<E>): Effect.Effect<string, E | Failure> =>
  Effect.flatMap(load, (module) => module.sign(file, sign))

/** Reads a recording. */
export const read = (file: string): Effect.Effect<Contents, Failure> => Effect.flatMap(load, ({ read }) => read(file))

// --- private --------------------------------------------------------------------------

interface Module {
  readonly read: (file: string) => Effect.Effect<Contents, Failure>
  readonly show: (file: string, id: string) => Effect.Effect<Shown | undefined, Failure>
  readonly sign: <E>(file: string, sign: Sign<E>) => Effect.Effect<string, E | Failure>
}

const load: Effect.Effect<Module, OptionalPackage.NotInstalled> = OptionalPackage.load(
  "A recording",
  "@porthole/recording",
  () =>
    import(/* webpackIgnore: true */ "@porthole/recording").then((module): Module => module, OptionalPackage.missing),
)
