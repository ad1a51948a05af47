/** Documentation that is installed, as indexes by library and version: `DocsIndex` over SQLite, and its sources. */
export { type Addable, type Added, open, project } from "./Adding.ts"
export { layer, make } from "./SqliteIndex.ts"
export { installedVersion } from "./sources/Project.ts"
export { SourceError } from "./sources/Source.ts"
