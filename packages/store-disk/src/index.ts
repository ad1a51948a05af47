/** The store on disk. */
export * as DiskStore from "./DiskStore.ts"
