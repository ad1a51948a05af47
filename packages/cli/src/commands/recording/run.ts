/** Runs `porthole recording`. */
import { Operator, RecordingFile } from "@porthole/tools"
import * as Effect from "effect/Effect"
import * as Json from "../../Json.ts"
import { Output, type OutputClosed } from "../../Output.ts"
import * as Quit from "../../Quit.ts"
import { withSettings } from "../../withSettings.ts"
import * as Printable from "../../view/Printable.ts"

/** The file, and how to print. */
export interface Options {
  readonly file: string
  readonly json: boolean
}

type Run = Effect.Effect<void, Quit.Quit | OutputClosed, Output>

/** Lists the records. */
export const list = ({ file, json }: Options): Run =>
  Effect.gen(function* () {
    const { err, out } = yield* Output
    const { fault, records } = yield* read(file)
    if (fault !== undefined && records.length === 0)
      return yield* Quit.withMessage(Quit.codes.failed, `The recording ${file} can't be read: ${fault}.`)
    if (json) return yield* out(Json.line({ records, ...(fault === undefined ? {} : { fault }) }))
    const lines = records.map(
      ({ bytes, date, target, type }) => `${Printable.line(`${date} ${type.padEnd(8)} ${bytes} B ${target}`)}\n`,
    )
    yield* out(lines.join(""))
    if (fault !== undefined) yield* err(`porthole: The records end before the file does (${fault}).\n`)
  })

/** Checks the records. */
export const verify = ({ file, json }: Options): Run =>
  Effect.gen(function* () {
    const { out } = yield* Output
    const { fault, records, signatures, unsigned } = yield* read(file)
    const wrong = records.filter(({ isRight }) => !isRight)
    const isSigned = signatures.every(({ isRight }) => isRight)
    const isWhole = records.length > 0 && wrong.length === 0 && fault === undefined && isSigned
    const sentences = [
      records.length === 0
        ? "The file has no record."
        : `${records.length} records, ${wrong.length} of them without the digest that they name.`,
      ...wrong.map(({ id, target }) => `Wrong: ${Printable.line(`${id} ${target}`)}`),
      ...signatures.map(
        ({ bytes, date, isRight, key }) =>
          `${isRight ? "Signed" : "Wrongly signed"}: ${bytes} bytes, by ${Printable.line(`${key} at ${date}`)}.`,
      ),
      ...(unsigned === 0 ? [] : [`Not signed: the last records, ${unsigned} of them.`]),
      ...(fault === undefined ? [] : [`The records end before the file does (${fault}).`]),
    ]
    yield* out(
      json
        ? Json.line({ records: records.length, wrong: wrong.map(({ id }) => id), signatures, unsigned, whole: isWhole })
        : `${sentences.join("\n")}\n`,
    )
    if (!isWhole) return yield* new Quit.Quit({ code: Quit.codes.failed })
  })

/** Prints a record. */
export const show = ({ file, id, json }: Options & { readonly id: string }): Run =>
  Effect.gen(function* () {
    const { out } = yield* Output
    const shown = yield* orQuit(RecordingFile.show(file, id))
    if (shown === undefined) return yield* Quit.withMessage(Quit.codes.failed, `${file} has no record with this id.`)
    if (json) return yield* out(Json.line(shown))
    const { fields, head, text = "(no text)" } = shown
    const lines = fields.map(([name, value]) => Printable.line(`${name}: ${value}`))
    const parts = [lines.join("\n"), ...(head === "" ? [] : [Printable.text(head)]), Printable.text(text)]
    yield* out(`${parts.join("\n\n")}\n`)
  })

/** Signs a recording. */
export const sign = (file: string): Run =>
  withSettings({}, () =>
    Effect.gen(function* () {
      const { err } = yield* Output
      const identity = yield* Operator.signingIdentity
      const key = yield* orQuit(
        RecordingFile.sign(file, (text) =>
          Effect.flatMap(identity.sign(text), (signed) =>
            signed === undefined
              ? Effect.fail({ message: "There is no key; `porthole identity add` makes one." })
              : Effect.succeed(signed),
          ),
        ),
      )
      yield* err(`porthole: ${key} has signed ${file}.\n`)
    }),
  )

// --- private --------------------------------------------------------------------------

const read = (file: string) => orQuit(RecordingFile.read(file))

const orQuit = <A>(effect: Effect.Effect<A, RecordingFile.Failure>) =>
  Effect.catch(effect, ({ message }) => Quit.withMessage(Quit.codes.failed, message))
