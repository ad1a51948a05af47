/** The steps of a frontier over its database, each one in a transaction of the caller. */
import type { DatabaseSync, SQLInputValue, SQLOutputValue } from "node:sqlite"
import type { Frontier } from "@porthole/core"
import { Fault } from "./Faults.ts"
import type { Claim, NewItem } from "./Protocol.ts"

export type Steps = ReturnType<typeof make>

/** Makes the steps; they prepare their statements once. */
export const make = (database: DatabaseSync) => {
  const all = (sql: string) => {
    const statement = database.prepare(sql)
    return (...values: ReadonlyArray<SQLInputValue>) => statement.all(...values)
  }
  const run = (sql: string) => {
    const statement = database.prepare(sql)
    return (...values: ReadonlyArray<SQLInputValue>) => Number(statement.run(...values).changes)
  }
  const first = (sql: string) => {
    const rows = all(sql)
    return (...values: ReadonlyArray<SQLInputValue>): Row | undefined => rows(...values)[0]
  }

  const hostOf = first("SELECT id FROM hosts WHERE name = ?")
  const addHost = first("INSERT INTO hosts (name) VALUES (?) RETURNING id")
  const insert = run(`INSERT OR IGNORE INTO items (key, url, host, data, place, position, failure, result)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?)`)
  const wait = run("UPDATE hosts SET waiting = waiting + ? WHERE id = ?")
  const ready = first(`SELECT id, name, notes, fence FROM hosts WHERE waiting > 0 AND ready_at <= ?
    ORDER BY ready_at LIMIT 1`)
  const next = first("SELECT ready_at FROM hosts WHERE waiting > 0 ORDER BY ready_at LIMIT 1")
  const claim = run(`UPDATE hosts SET fence = ?, owner = ?, ready_at = ?, ends_at = ?, resume_at = ? WHERE id = ?`)
  const held = first("SELECT id FROM hosts WHERE name = ? AND fence = ? AND owner = ? AND ends_at > ?")
  const extend = run("UPDATE hosts SET ready_at = ?, ends_at = ? WHERE id = ?")
  const pace = run("UPDATE hosts SET resume_at = ?, ready_at = max(ready_at, ?) WHERE id = ?")
  const waiting = all(`SELECT id, key, coalesce(url, key) AS url, data, attempts FROM items
    WHERE host = ? AND position IS NULL AND taken <> ? ORDER BY place LIMIT ?`)
  const mark = run("UPDATE items SET taken = ? WHERE id = ?")
  const settle = run(`UPDATE items SET position = ?, failure = ?, result = ?
    WHERE key = ? AND host = ? AND taken = ? AND position IS NULL`)
  const again = run(`UPDATE items SET attempts = ?, place = ?
    WHERE key = ? AND host = ? AND taken = ? AND position IS NULL`)
  const free = run("UPDATE hosts SET owner = NULL, ready_at = ?, notes = ? WHERE id = ?")
  const settled = all(`${settledItems} WHERE position > ? ORDER BY position LIMIT ?`)
  const found = first(`${settledItems} WHERE key = ? AND position IS NOT NULL`)
  const failedHosts = all(`SELECT host, count(*) AS number FROM items
    WHERE failure IS NOT NULL AND (failure = ?1 OR ?1 IS NULL) GROUP BY host`)
  const retry = run(`UPDATE items SET position = NULL, failure = NULL, result = NULL, attempts = 0, taken = 0
    WHERE failure IS NOT NULL AND (failure = ?1 OR ?1 IS NULL)`)
  const totals = all(`SELECT position IS NULL AS waits, failure, count(*) AS number FROM items GROUP BY 1, 2`)
  const hosts = first("SELECT count(*) AS number FROM hosts WHERE waiting > 0")

  let last = Number(first("SELECT max(ifnull(max(place), 0), ifnull(max(position), 0)) AS last FROM items")()?.["last"])

  /** The id of a leased host. Throws a `Fault` if the lease is lost. */
  const idOf = ({ fence, host, owner }: Claim, now: number): SQLOutputValue => {
    const row = held(host, fence, owner, now)
    if (row?.["id"] === undefined) throw new Fault("lost")
    return row["id"]
  }

  return {
    add: (items: ReadonlyArray<NewItem>): number => {
      let added = 0
      for (const { data, host: name, key, outcome, url } of items) {
        const host = (hostOf(name) ?? addHost(name))?.["id"] ?? null
        const place = ++last
        const position = outcome === undefined ? null : place
        const values = [outcome?.failure ?? null, textOf(outcome?.result)]
        if (insert(key, url === key ? null : url, host, textOf(data), place, position, ...values) === 0) continue
        added++
        if (outcome === undefined) wait(1, host)
      }
      return added
    },
    lease: (owner: string, now: number, endsAt: number) => {
      const row = ready(now)
      if (row === undefined) return undefined
      const fence = Number(row["fence"]) + 1
      claim(fence, owner, endsAt, endsAt, now, row["id"] ?? null)
      return { owner, host: row["name"], fence, ...jsonOf("notes", row["notes"]) }
    },
    renew: (lease: Claim, now: number, endsAt: number): void => void extend(endsAt, endsAt, idOf(lease, now)),
    take: (lease: Claim, now: number, count: number, resumeAt: number) => {
      const host = idOf(lease, now)
      pace(resumeAt, resumeAt, host)
      return waiting(host, lease.fence, count).map(({ attempts, data, id, key, url }) => {
        mark(lease.fence, id ?? null)
        return { key, url, host: lease.host, ...jsonOf("data", data), attempts }
      })
    },
    settle: (lease: Claim, now: number, settlements: ReadonlyArray<Frontier.Settlement>): void => {
      const host = idOf(lease, now)
      for (const settlement of settlements) {
        const { key } = settlement
        if (!("outcome" in settlement)) again(settlement.attempts, ++last, key, host, lease.fence)
        else {
          const { failure = null, result } = settlement.outcome
          wait(-settle(++last, failure, textOf(result), key, host, lease.fence), host)
        }
      }
    },
    release: (lease: Claim, now: number, readyAt: number, notes: Frontier.Lease["notes"]): void =>
      void free(readyAt, textOf(notes), idOf(lease, now)),
    next: () => next()?.["ready_at"],
    counts: () => {
      const failed: Record<string, number> = {}
      const counts = { waiting: 0, done: 0, failed, hosts: Number(hosts()?.["number"]) }
      for (const { failure, number, waits } of totals()) {
        if (waits === 1) counts.waiting = Number(number)
        else if (typeof failure === "string") failed[failure] = Number(number)
        else counts.done = Number(number)
      }
      return counts
    },
    settled: (after: number, count: number) => settled(after, count).map(itemOf),
    find: (key: string) => {
      const row = found(key)
      return row && itemOf(row)
    },
    retry: (reason: string | undefined): number => {
      for (const { host, number } of failedHosts(reason ?? null)) wait(number ?? null, host ?? null)
      return retry(reason ?? null)
    },
  }
}

// --- private --------------------------------------------------------------------------

type Row = Record<string, SQLOutputValue>

const settledItems = `SELECT key, coalesce(url, key) AS url, name AS host, data, failure, result, position
  FROM items JOIN hosts ON hosts.id = items.host`

const itemOf = ({ data, failure, host, key, position, result, url }: Row) => ({
  key,
  url,
  host,
  ...jsonOf("data", data),
  ...(failure === null ? {} : { failure }),
  ...jsonOf("result", result),
  position,
})

const textOf = (json: unknown): string | null => (json === undefined ? null : JSON.stringify(json))

/** The value of a column with JSON, if there is one. */
const jsonOf = (key: string, text: SQLOutputValue | undefined): Readonly<Record<string, unknown>> =>
  typeof text === "string" ? { [key]: JSON.parse(text) } : {}
