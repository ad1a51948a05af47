/** The store on disk. */
export * as DiskStore from "./DiskStore.ts"
/** Keys of providers in a file. */
export * as KeyFile from "./KeyFile.ts"
/** The operator's signing keys in a file. */
export * as SigningKeyFile from "./SigningKeyFile.ts"
/** Access tokens of a server in a file. */
export * as TokenFile from "./TokenFile.ts"
