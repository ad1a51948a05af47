/** The program of the thread that has a frontier, because SQLite is synchronous. Tasks run one after the other. */
import * as Result from "effect/Result"
import { existsSync, mkdirSync } from "node:fs"
import type { DatabaseSync } from "node:sqlite"
import { dirname } from "node:path"
import { parentPort } from "node:worker_threads"
import { failureOf, Fault } from "./Faults.ts"
import type { Reply, Request, Task } from "./Protocol.ts"
import { Steps } from "./Steps.ts"
import { prepare } from "./Tables.ts"

/** The frontier, once it is open. */
interface Open {
  readonly database: DatabaseSync
  readonly steps: Steps
}

let current: Open | undefined

/** Opens a file, whose folder is made; without one a database that is removed with the thread. */
const open = (file: string | undefined): void => {
  const module = process.getBuiltinModule("node:sqlite")
  if (module === undefined) throw new Fault("unsupported")
  if (file !== undefined) makeFolder(dirname(file))
  const database = new module.DatabaseSync(file ?? "")
  const prepared = Result.try(() => {
    prepare(database)
    return new Steps(database)
  })
  if (Result.isFailure(prepared)) {
    Result.try(() => database.close())
    throw prepared.failure
  }
  current = { database, steps: prepared.success }
}

/** Node's recursive option never ends below a folder that accepts no folders, such as `/proc`. */
const makeFolder = (folder: string): void => {
  if (existsSync(folder)) return
  makeFolder(dirname(folder))
  const made = Result.try(() => mkdirSync(folder))
  // Another process may have been faster.
  if (Result.isFailure(made) && !existsSync(folder)) throw made.failure
}

const perform = (task: Exclude<Task, { readonly op: "open" }>, steps: Steps): unknown => {
  switch (task.op) {
    case "add":
      return steps.add(task.items)
    case "lease":
      return steps.lease(task.owner, task.now, task.endsAt)
    case "renew":
      return steps.renew(task.claim, task.now, task.endsAt)
    case "take":
      return steps.take(task.claim, task.now, task.count, task.resumeAt)
    case "settle":
      return steps.settle(task.claim, task.now, task.settlements)
    case "release":
      return steps.release(task.claim, task.now, task.readyAt, task.notes)
    case "next":
      return steps.next()
    case "counts":
      return steps.counts()
    case "settled":
      return steps.settled(task.after, task.count)
    case "find":
      return steps.find(task.key)
    case "retry":
      return steps.retry(task.reason)
  }
}

/** Runs a task in a transaction: a failure leaves everything as it was. */
const inTransaction = (task: Exclude<Task, { readonly op: "open" }>): unknown => {
  if (current === undefined) throw new Fault("failed")
  const { database, steps } = current
  database.exec("BEGIN")
  const done = Result.try(() => {
    const value = perform(task, steps)
    database.exec("COMMIT")
    return value
  })
  if (Result.isSuccess(done)) return done.success
  // A full disk may have rolled it back already.
  if (database.isTransaction) Result.try(() => database.exec("ROLLBACK"))
  throw done.failure
}

const answer = ({ id, task }: Request): Reply => {
  const done = Result.try(() => (task.op === "open" ? open(task.file) : inTransaction(task)))
  return Result.isSuccess(done) ? { id, value: done.success } : { id, failure: failureOf(done.failure) }
}

const port = parentPort
port?.on("message", (request: Request) => port.postMessage(answer(request)))
