/** The store on disk. */
export * as DiskStore from "./DiskStore.ts"
/** Keys of providers in a file. */
export * as KeyFile from "./KeyFile.ts"
/** Access tokens of a server in a file. */
export * as TokenFile from "./TokenFile.ts"
