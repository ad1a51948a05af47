/** The store on disk. */
export * as DiskStore from "./DiskStore.ts"
/** A file that only this user can read, and keys of providers in one. */
export * as PrivateFile from "./PrivateFile.ts"
/** Access tokens of a server in a file. */
export * as TokenFile from "./TokenFile.ts"
