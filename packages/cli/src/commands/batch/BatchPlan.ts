/**
 * How a folder's batch reads lines that don't say it themselves, as `.porthole/batch.json` keeps it. With other flags
 * every line would be another item, and every page be read again.
 */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { existsSync } from "node:fs"
import { readFile, writeFile } from "node:fs/promises"
import { join } from "node:path"
import * as Json from "../../Json.ts"
import type { Output } from "../../Output.ts"
import * as Quit from "../../Quit.ts"
import * as Folder from "./Folder.ts"
import * as PageFile from "./PageFile.ts"

/** A plan. */
export const BatchPlan = Schema.Struct({
  format: Schema.Literals(PageFile.formats),
  max_length: Schema.optionalKey(Schema.Finite),
})
export type BatchPlan = typeof BatchPlan.Type

/** The plan's file in a job's folder. */
export const fileIn = (out: string): string => join(out, ".porthole", "batch.json")

/** Fails if the folder has another plan, or a crawl. `restart` forgets the plan. */
export const check = Effect.fnUntraced(function* (
  out: string,
  plan: BatchPlan,
  { restart }: { readonly restart: boolean },
): Effect.fn.Return<void, Folder.FolderError | Quit.Quit, Output> {
  yield* Folder.refuseLink(fileIn(out))
  if (existsSync(join(out, ".porthole", "crawl.json")))
    return yield* Quit.withMessage(Quit.codes.usage, "The folder has a crawl. Use another folder.")
  const known = restart ? undefined : yield* read(fileIn(out))
  const fault = known === undefined ? undefined : faultOf(known, plan)
  if (fault !== undefined)
    return yield* Quit.withMessage(Quit.codes.usage, `${fault} Use another folder, or begin anew with --restart.`)
})

/** Keeps the plan in an open folder. */
export const keep = (out: string, plan: BatchPlan): Effect.Effect<void, Folder.FolderError> =>
  Folder.write(fileIn(out), () => writeFile(fileIn(out), Json.line(plan)))

// --- private --------------------------------------------------------------------------

const decode = Schema.decodeUnknownOption(BatchPlan)

/** The plan in a file; none if there is none, or it can't be read. */
const read = (file: string): Effect.Effect<BatchPlan | undefined> =>
  Effect.match(
    Effect.tryPromise(() => readFile(file, "utf8")),
    {
      onFailure: () => undefined,
      onSuccess: (text) => Option.getOrUndefined(Option.flatMap(Json.parse(text), decode)),
    },
  )

const faultOf = (known: BatchPlan, wanted: BatchPlan): string | undefined => {
  if (known.format !== wanted.format) return `The folder's pages were written with --format ${known.format}.`
  if (known.max_length === wanted.max_length) return undefined
  const before = known.max_length === undefined ? "without --max-length" : `with --max-length ${known.max_length}`
  return `The folder's pages were written ${before}.`
}
