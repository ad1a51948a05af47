/** The steps of a frontier over its database, each one in a transaction of the caller. */
import type { DatabaseSync, SQLOutputValue } from "node:sqlite"
import type { Frontier } from "@porthole/core"
import { Fault } from "./Faults.ts"
import type { Claim, NewItem } from "./Protocol.ts"
import { type Row, type Statements, statementsOf } from "./Statements.ts"

/** The steps; they prepare their statements once. */
export class Steps {
  readonly #sql: Statements
  /** The last place or position that was given. */
  #last: number

  constructor(database: DatabaseSync) {
    this.#sql = statementsOf(database)
    this.#last = Number(this.#sql.last()?.["last"])
  }

  add(items: ReadonlyArray<NewItem>): number {
    let added = 0
    // Hosts are looked up, and their counts written, once for all items.
    const hosts = new Map<string, SQLOutputValue>()
    const waiting = new Map<SQLOutputValue, number>()
    for (const { data, host: name, key, outcome, url } of items) {
      const host = hosts.get(name) ?? (this.#sql.hostOf(name) ?? this.#sql.addHost(name))?.["id"] ?? null
      hosts.set(name, host)
      const place = ++this.#last
      const position = outcome === undefined ? null : place
      const result = [outcome?.failure ?? null, textOf(outcome?.result)]
      const address = url === key ? null : url
      if (this.#sql.insert(key, address, host, textOf(data), place, position, ...result) === 0) continue
      added++
      if (outcome === undefined) waiting.set(host, (waiting.get(host) ?? 0) + 1)
    }
    for (const [host, count] of waiting) this.#sql.wait(count, host)
    return added
  }

  lease(owner: string, now: number, endsAt: number) {
    const row = this.#sql.ready(now)
    if (row === undefined) return undefined
    const fence = Number(row["fence"]) + 1
    this.#sql.claim(fence, owner, endsAt, endsAt, now, row["id"] ?? null)
    return { owner, host: row["name"], fence, ...jsonOf("notes", row["notes"]) }
  }

  renew(claim: Claim, now: number, endsAt: number): void {
    this.#sql.extend(endsAt, endsAt, this.#idOf(claim, now))
  }

  take(claim: Claim, now: number, count: number, resumeAt: number) {
    const host = this.#idOf(claim, now)
    this.#sql.pace(resumeAt, resumeAt, host)
    return this.#sql.waiting(host, claim.fence, count).map(({ attempts, data, id, key, url }) => {
      this.#sql.mark(claim.fence, id ?? null)
      return Object.assign({ key, url, host: claim.host, attempts }, jsonOf("data", data))
    })
  }

  settle(claim: Claim, now: number, settlements: ReadonlyArray<Frontier.Settlement>): void {
    const host = this.#idOf(claim, now)
    for (const settlement of settlements) {
      const { key } = settlement
      if (!("outcome" in settlement)) this.#sql.again(settlement.attempts, ++this.#last, key, host, claim.fence)
      else {
        const { failure = null, result } = settlement.outcome
        this.#sql.wait(-this.#sql.settle(++this.#last, failure, textOf(result), key, host, claim.fence), host)
      }
    }
  }

  release(claim: Claim, now: number, readyAt: number, notes: Frontier.Lease["notes"]): void {
    this.#sql.free(readyAt, textOf(notes), this.#idOf(claim, now))
  }

  next() {
    return this.#sql.next()?.["ready_at"]
  }

  counts() {
    const waits = this.#sql.waits()
    const failures = this.#sql.failures().map(({ failure, number }) => [String(failure), Number(number)] as const)
    const done = failures.reduce((left, [, count]) => left - count, Number(this.#sql.ended()?.["number"]))
    return {
      waiting: Number(waits?.["items"]),
      done,
      failed: Object.fromEntries(failures),
      hosts: Number(waits?.["hosts"]),
    }
  }

  settled(after: number, count: number) {
    const items: Array<ReturnType<typeof itemOf>> = []
    let length = 0
    for (const row of this.#sql.settled(after, count)) {
      items.push(itemOf(row))
      length += typeof row["result"] === "string" ? row["result"].length : 0
      if (length >= maxLength) break
    }
    return items
  }

  find(key: string) {
    const row = this.#sql.found(key)
    return row && itemOf(row)
  }

  retry(reason: string | undefined): number {
    this.#sql.waitAgain(reason ?? null)
    return this.#sql.retry(reason ?? null)
  }

  /** The id of a leased host. Throws a `Fault` if the lease is lost. */
  #idOf({ fence, host, owner }: Claim, now: number): SQLOutputValue {
    const id = this.#sql.held(host, fence, owner, now)?.["id"]
    if (id === undefined) throw new Fault("lost")
    return id
  }
}

// --- private --------------------------------------------------------------------------

const itemOf = ({ data, failure, host, key, position, result, url }: Row) => ({
  key,
  url,
  host,
  ...jsonOf("data", data),
  ...(failure === null ? {} : { failure }),
  ...jsonOf("result", result),
  position,
})

/** The number of characters of results after which no more are read at once: the thread's heap is small. */
const maxLength = 1_000_000

const textOf = (json: unknown): string | null => (json === undefined ? null : JSON.stringify(json))

/** The value of a column with JSON, if there is one. */
const jsonOf = (key: string, text: SQLOutputValue | undefined): Readonly<Record<string, unknown>> =>
  typeof text === "string" ? { [key]: JSON.parse(text) } : {}
