/** The messages between the adapter and the thread that has the frontier. Times are in milliseconds since the epoch. */
import type { Frontier } from "@porthole/core"

/** The owner's claim to a host. */
export type Claim = Pick<Frontier.Lease, "owner" | "host" | "fence">

/** A task of the thread. */
export type Task =
  | { readonly op: "open"; readonly file: string | undefined }
  | { readonly op: "add"; readonly items: ReadonlyArray<NewItem> }
  | { readonly op: "lease"; readonly owner: string; readonly now: number; readonly endsAt: number }
  | { readonly op: "renew"; readonly claim: Claim; readonly now: number; readonly endsAt: number }
  | {
      readonly op: "take"
      readonly claim: Claim
      readonly now: number
      readonly count: number
      /** The earliest time of another visit if the owner goes away. */
      readonly resumeAt: number
    }
  | {
      readonly op: "settle"
      readonly claim: Claim
      readonly now: number
      readonly settlements: ReadonlyArray<Frontier.Settlement>
    }
  | {
      readonly op: "release"
      readonly claim: Claim
      readonly now: number
      readonly readyAt: number
      readonly notes: Frontier.Lease["notes"]
    }
  | { readonly op: "next" }
  | { readonly op: "counts" }
  | { readonly op: "settled"; readonly after: number; readonly count: number }
  | { readonly op: "find"; readonly key: string }
  | { readonly op: "retry"; readonly reason: string | undefined }

/** An item to add. */
export type NewItem = Frontier.Item & { readonly outcome?: Frontier.Outcome | undefined }

export interface Request {
  readonly id: number
  readonly task: Task
}

/** A failure as it crosses threads. */
export interface Failure {
  readonly reason: Frontier.Reason
  readonly detail: string
}

export type Reply =
  | { readonly id: number; readonly value: unknown }
  | { readonly id: number; readonly failure: Failure }
