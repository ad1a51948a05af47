/** Documentation that is installed, as indexes by library and version: `DocsIndex` over SQLite, and its sources. */
export * as SqliteIndex from "./SqliteIndex.ts"
export * as Adding from "./Adding.ts"
export * as Project from "./sources/Project.ts"
export * as Sources from "./sources/Sources.ts"
export { type Source, SourceError } from "./sources/Source.ts"
