/** Runs `porthole recording`. */
import { RecordingFile } from "@porthole/tools"
import * as Effect from "effect/Effect"
import * as Json from "../../Json.ts"
import { Output, type OutputClosed } from "../../Output.ts"
import * as Quit from "../../Quit.ts"
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
    const { out } = yield* Output
    const { fault, records } = yield* read(file)
    if (json) return yield* out(Json.line({ records, ...(fault === undefined ? {} : { fault }) }))
    const lines = records.map(
      ({ bytes, date, target, type }) => `${Printable.line(`${date} ${type.padEnd(8)} ${bytes} B ${target}`)}\n`,
    )
    yield* out(lines.join(""))
  })

/** Checks the records. */
export const verify = ({ file, json }: Options): Run =>
  Effect.gen(function* () {
    const { out } = yield* Output
    const { fault, records } = yield* read(file)
    const wrong = records.filter(({ isRight }) => !isRight)
    const isWhole = wrong.length === 0 && fault === undefined
    const sentences = [
      `${records.length} records, ${wrong.length} of them without the digest that they name.`,
      ...wrong.map(({ id, target }) => `Wrong: ${Printable.line(`${id} ${target}`)}`),
      ...(fault === undefined ? [] : [`The records end before the file does (${fault}).`]),
    ]
    yield* out(
      json
        ? Json.line({ records: records.length, wrong: wrong.map(({ id }) => id), whole: isWhole })
        : `${sentences.join("\n")}\n`,
    )
    if (!isWhole) return yield* new Quit.Quit({ code: Quit.codes.failed })
  })

// --- private --------------------------------------------------------------------------

const read = (file: string) =>
  Effect.catch(RecordingFile.read(file), ({ message }) => Quit.withMessage(Quit.codes.failed, message))
