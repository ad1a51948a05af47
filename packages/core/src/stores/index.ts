/**
 * Stores for cached values. They aren't part of the kernel's root, because few programs need one and Effect's
 * persistence is expensive to load.
 */
export * as BoundedMap from "../domain/BoundedMap.ts"
export * as BoundedMemory from "./BoundedMemory.ts"
export * as StoreGuard from "./StoreGuard.ts"
export * as PersistedAnswers from "./PersistedAnswers.ts"
