/** The program of the thread that has the databases, because SQLite is synchronous. Tasks run one after the other. */
import * as Result from "effect/Result"
import { existsSync, mkdirSync, renameSync, rmSync, statSync } from "node:fs"
import type { DatabaseSync } from "node:sqlite"
import { dirname } from "node:path"
import { pathToFileURL } from "node:url"
import { parentPort } from "node:worker_threads"
import type { Library } from "@porthole/core"
import { failureOf, Fault } from "./Faults.ts"
import { draftOf, fileOf, filesIn, sweep } from "./Files.ts"
import { find, get } from "./Finding.ts"
import type { Failure, Place, Reply, Request, Task } from "./Protocol.ts"
import { create, type Writer, writer } from "./Tables.ts"
import * as Trailer from "./Trailer.ts"

/** The file that is being written. */
interface Draft {
  readonly library: Library.Library
  readonly file: string
  readonly draft: string
  readonly database: DatabaseSync
  readonly writer: Writer
}

/** A whole file that is open, and what tells it from one that replaces it. */
interface Open {
  readonly identity: string
  readonly database: DatabaseSync
}

/** Maximum number of open files; the one used longest ago is closed. */
const maxOpen = 32
const open = new Map<string, Open>()
/** The identities of whole files, so that one that was closed is opened without being read again. */
const verified = new Map<string, string>()
let draft: Draft | undefined

const perform = (task: Task): unknown => {
  switch (task.op) {
    case "begin":
      return begin(task.place)
    case "add":
      return current().writer.add(task.page, task.sections)
    case "finish":
      return finish(task.details)
    case "find": {
      const database = openFile(fileOf(task.place))
      return database === undefined ? [] : find(database, task.match, task.maxPages)
    }
    case "get": {
      const database = openFile(fileOf(task.place))
      return database && get(database, task.pathOrUrl)
    }
    case "list":
      return list(task.folder)
  }
}

/** Node's recursive option never ends below a folder that accepts no folders, such as `/proc`. */
const makeFolder = (folder: string): void => {
  if (existsSync(folder)) return
  makeFolder(dirname(folder))
  const made = Result.try(() => mkdirSync(folder, { mode: 0o700 }))
  // Another process may have been faster.
  if (Result.isFailure(made) && !existsSync(folder)) throw made.failure
}

const begin = (place: Place): void => {
  makeFolder(place.folder)
  const file = fileOf(place)
  const name = draftOf(file)
  const database = new (sqlite().DatabaseSync)(name)
  const begun = Result.try(() => {
    create(database)
    return writer(database)
  })
  if (Result.isFailure(begun)) {
    discard({ database, draft: name })
    throw begun.failure
  }
  draft = { library: place.library, file, draft: name, database, writer: begun.success }
  sweep(place.folder, name)
}

const finish = (details: Library.Details): Library.Indexed => {
  const { database, draft: name, file, writer } = current()
  const counts = writer.finish()
  database.close()
  Trailer.append(name, { ...details, ...counts })
  renameSync(name, file)
  draft = undefined
  return { ...details, ...counts, bytes: statSync(file).size }
}

/** After a failure nothing remains of a draft. */
const abandon = (): void => {
  const failed = draft
  draft = undefined
  if (failed !== undefined) discard(failed)
}

const discard = ({ database, draft }: Pick<Draft, "database" | "draft">): void => {
  Result.try(() => database.close())
  rmSync(draft, { force: true })
}

const current = (): Draft => {
  if (draft === undefined) throw new Fault("failed")
  return draft
}

/** A whole file; `undefined` if there is none. */
const openFile = (file: string): DatabaseSync | undefined => {
  const stat = statSync(file, { throwIfNoEntry: false })
  const known = open.get(file)
  open.delete(file)
  const identity = stat === undefined ? undefined : [stat.ino, stat.size, stat.mtimeMs].join(" ")
  if (known !== undefined && known.identity === identity) {
    open.set(file, known)
    return known.database
  }
  known?.database.close()
  if (identity === undefined) {
    verified.delete(file)
    return undefined
  }
  verify(file, identity)
  const url = pathToFileURL(file)
  url.search = "?immutable=1"
  const database = new (sqlite().DatabaseSync)(url, { readOnly: true })
  database.exec("PRAGMA mmap_size = 1073741824; PRAGMA cache_size = -16384; PRAGMA trusted_schema = OFF")
  open.set(file, { identity, database })
  for (const [name, oldest] of open) {
    if (open.size <= maxOpen) break
    open.delete(name)
    oldest.database.close()
  }
  return database
}

/** Throws for a file that isn't whole. */
const verify = (file: string, identity: string): void => {
  if (verified.get(file) === identity) return
  const whole = Trailer.verify(file)
  if (Result.isFailure(whole)) throw new Fault(whole.failure)
  verified.set(file, identity)
}

const list = (folder: string) => {
  const libraries: Array<{ readonly label: string; readonly details: unknown }> = []
  const failed: Array<Failure> = []
  for (const [label, file] of filesIn(folder)) {
    const details = Result.try(() => Trailer.read(file))
    if (Result.isFailure(details)) failed.push(failureOf(details.failure, label))
    else if (Result.isFailure(details.success)) failed.push(failureOf(new Fault(details.success.failure), label))
    else libraries.push({ label, details: details.success.success })
  }
  return { libraries, failed }
}

/** Node's SQLite, which all of Node 24 and later have. */
const sqlite = () => {
  const module = process.getBuiltinModule("node:sqlite")
  if (module === undefined) throw new Fault("unsupported")
  return module
}

const labelOf = (task: Task): string | undefined => {
  const library = "place" in task ? task.place.library : draft?.library
  return library && `${library.name}@${library.version}`
}

const answer = ({ id, task }: Request): Reply => {
  const done = Result.try(() => perform(task))
  if (Result.isSuccess(done)) return { id, value: done.success }
  const failure = failureOf(done.failure, labelOf(task))
  if (task.op === "begin" || task.op === "add" || task.op === "finish") abandon()
  return { id, failure }
}

const port = parentPort
port?.on("message", (request: Request) => port.postMessage(answer(request)))
