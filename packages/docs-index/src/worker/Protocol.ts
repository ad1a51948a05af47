/** The messages between the adapter and the thread that has the databases. */
import type { DocsIndex, Library } from "@porthole/core"

/** A library's file. */
export interface Place {
  readonly folder: string
  readonly library: Library.Library
}

/** A question as expressions of FTS5. */
export interface Match {
  /** Its words; empty if it has none. */
  readonly words: string
  /** Each two of its words that follow each other, once stop words are out, as a phrase; empty if it has only one. */
  readonly pairs: string
}

/** A task of the thread. */
export type Task =
  | { readonly op: "begin"; readonly place: Place }
  | { readonly op: "add"; readonly page: Library.Page; readonly sections: ReadonlyArray<Section> }
  | { readonly op: "finish"; readonly details: Library.Details }
  | { readonly op: "find"; readonly place: Place; readonly match: Match; readonly maxPages: number }
  | { readonly op: "get"; readonly place: Place; readonly pathOrUrl: string }
  | { readonly op: "list"; readonly folder: string }

/** The place of a section in its page, and the headings above it. */
export interface Section {
  readonly start: number
  readonly end: number
  readonly trail: ReadonlyArray<string>
}

export interface Request {
  readonly id: number
  readonly task: Task
}

/** A failure as it crosses threads. */
export interface Failure {
  readonly reason: DocsIndex.Reason
  readonly library?: string
  readonly detail: string
}

export type Reply =
  | { readonly id: number; readonly value: unknown }
  | { readonly id: number; readonly failure: Failure }
