/** The statements of a frontier's steps, prepared once. */
import type { DatabaseSync, SQLInputValue, SQLOutputValue } from "node:sqlite"

/** A row of a result. */
export type Row = Record<string, SQLOutputValue>

export type Statements = ReturnType<typeof statementsOf>

/** Prepares the statements. */
export const statementsOf = (database: DatabaseSync) => {
  const { all, each, first, run } = preparer(database)
  return {
    last: first("SELECT max(ifnull(max(place), 0), ifnull(max(position), 0)) AS last FROM items"),
    hostOf: first("SELECT id FROM hosts WHERE name = ?"),
    addHost: first("INSERT INTO hosts (name) VALUES (?) RETURNING id"),
    insert: run(`INSERT OR IGNORE INTO items (key, url, host, data, place, position, failure, result)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?)`),
    wait: run("UPDATE hosts SET waiting = waiting + ? WHERE id = ?"),
    ready: first(`SELECT id, name, notes, fence FROM hosts WHERE waiting > 0 AND ready_at <= ?
      ORDER BY ready_at LIMIT 1`),
    next: first("SELECT ready_at FROM hosts WHERE waiting > 0 ORDER BY ready_at LIMIT 1"),
    claim: run("UPDATE hosts SET fence = ?, owner = ?, ready_at = ?, ends_at = ?, resume_at = ? WHERE id = ?"),
    held: first("SELECT id FROM hosts WHERE name = ? AND fence = ? AND owner = ? AND ends_at > ?"),
    extend: run("UPDATE hosts SET ready_at = ?, ends_at = ? WHERE id = ?"),
    pace: run("UPDATE hosts SET resume_at = ?, ready_at = max(ready_at, ?) WHERE id = ?"),
    waiting: all(`SELECT id, key, coalesce(url, key) AS url, data, attempts FROM items
      WHERE host = ? AND position IS NULL AND taken <> ? ORDER BY place LIMIT ?`),
    mark: run("UPDATE items SET taken = ? WHERE id = ?"),
    settle: run(`UPDATE items SET position = ?, failure = ?, result = ?
      WHERE key = ? AND host = ? AND taken = ? AND position IS NULL`),
    again: run(`UPDATE items SET attempts = ?, place = ?
      WHERE key = ? AND host = ? AND taken = ? AND position IS NULL`),
    free: run("UPDATE hosts SET owner = NULL, ready_at = ?, notes = ? WHERE id = ?"),
    settled: each(`${settledItems} WHERE position > ? ORDER BY position LIMIT ?`),
    found: first(`${settledItems} WHERE key = ? AND position IS NOT NULL`),
    waitAgain: run(`UPDATE hosts SET waiting = waiting + number FROM (SELECT host, count(*) AS number FROM items
      WHERE failure IS NOT NULL AND (failure = ?1 OR ?1 IS NULL) GROUP BY host) WHERE id = host`),
    retry: run(`UPDATE items SET position = NULL, failure = NULL, result = NULL, attempts = 0, taken = 0
      WHERE failure IS NOT NULL AND (failure = ?1 OR ?1 IS NULL)`),
    // From counts and indexes: a sort of all items would be in memory.
    waits: first("SELECT count(*) AS hosts, ifnull(sum(waiting), 0) AS items FROM hosts WHERE waiting > 0"),
    ended: first("SELECT count(*) AS number FROM items WHERE position IS NOT NULL"),
    failures: all("SELECT failure, count(*) AS number FROM items WHERE failure IS NOT NULL GROUP BY failure"),
  }
}

// --- private --------------------------------------------------------------------------

type Values = ReadonlyArray<SQLInputValue>

/** Prepares statements for all rows, for one after the other, for the first one, or for the number of changed ones. */
const preparer = (database: DatabaseSync) => {
  const all = (sql: string) => {
    const statement = database.prepare(sql)
    return (...values: Values): ReadonlyArray<Row> => statement.all(...values)
  }
  const each = (sql: string) => {
    const statement = database.prepare(sql)
    return (...values: Values): Iterable<Row> => statement.iterate(...values)
  }
  const first = (sql: string) => {
    const rows = all(sql)
    return (...values: Values): Row | undefined => rows(...values)[0]
  }
  const run = (sql: string) => {
    const statement = database.prepare(sql)
    return (...values: Values): number => Number(statement.run(...values).changes)
  }
  return { all, each, first, run }
}

const settledItems = `SELECT key, coalesce(url, key) AS url, name AS host, data, failure, result, position
  FROM items JOIN hosts ON hosts.id = items.host`
