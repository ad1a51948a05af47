/** What each sign speaks for, and how strongly. Made by `bench/extract/kind.ts`; not to be edited. */
import type { PageKind } from "./Kinds.ts"

/** By the names of the signs; a kind that isn't named is spoken neither for nor against. */
export const weights: Readonly<Record<string, Readonly<Partial<Record<PageKind, number>>>>> = {}
