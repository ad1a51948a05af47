/**
 * The tables of a frontier. A host's `ready_at` is the time from which it may be leased: its next visit, or the end of
 * its lease. `resume_at` is that time if its owner goes away. An item without a `position` waits; `place` is its order.
 */
import type { DatabaseSync } from "node:sqlite"
import { Fault } from "./Faults.ts"

/** "port", and the version of the tables. */
const applicationId = 0x706f7274
const version = 1

/**
 * Prepares a database for one owner: its file stays locked until it is closed or the program ends, and what was leased
 * to an owner that is gone is free. Throws a `Fault` for a file that isn't whole, or isn't one of this version.
 */
export const prepare = (database: DatabaseSync): void => {
  // The lock comes before WAL, which then needs no memory that programs share.
  database.exec(`
    PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;
    PRAGMA trusted_schema = OFF; PRAGMA cache_size = -4096; PRAGMA temp_store = MEMORY;
    BEGIN EXCLUSIVE`)
  const id = pragma(database, "application_id")
  const found = pragma(database, "user_version")
  if (id === 0 && found === 0 && pragma(database, "schema_version") === 0) create(database)
  else if (id !== applicationId) throw new Fault("damaged")
  else if (found !== version) throw new Fault("newer")
  else if (database.prepare("PRAGMA quick_check(1)").get()?.["quick_check"] !== "ok") throw new Fault("damaged")
  database.exec("UPDATE hosts SET ready_at = resume_at, owner = NULL WHERE owner IS NOT NULL; COMMIT")
}

// --- private --------------------------------------------------------------------------

const pragma = (database: DatabaseSync, name: string): unknown => database.prepare(`PRAGMA ${name}`).get()?.[name]

const create = (database: DatabaseSync): void =>
  database.exec(`
    CREATE TABLE hosts (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, waiting INTEGER NOT NULL DEFAULT 0,
      ready_at INTEGER NOT NULL DEFAULT 0, ends_at INTEGER NOT NULL DEFAULT 0, resume_at INTEGER NOT NULL DEFAULT 0,
      owner TEXT, fence INTEGER NOT NULL DEFAULT 0, notes TEXT);
    CREATE INDEX ready ON hosts (ready_at) WHERE waiting > 0;
    CREATE TABLE items (id INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE, url TEXT, host INTEGER NOT NULL, data TEXT,
      place INTEGER NOT NULL, attempts INTEGER NOT NULL DEFAULT 0, taken INTEGER NOT NULL DEFAULT 0,
      position INTEGER, failure TEXT, result TEXT);
    CREATE INDEX waiting ON items (host, place) WHERE position IS NULL;
    CREATE INDEX settled ON items (position) WHERE position IS NOT NULL;
    CREATE INDEX failed ON items (failure) WHERE failure IS NOT NULL;
    PRAGMA application_id = ${applicationId}; PRAGMA user_version = ${version}`)
