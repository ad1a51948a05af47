/** The types of `licences.mjs`, which also the build in a container imports. */
export declare const fileName: string
export declare const folderOf: (module: string) => string | undefined
export declare const foldersOf: (modules: ReadonlyArray<string>) => ReadonlySet<string>
export declare const licenceOf: (folder: string) => {
  readonly name: string
  readonly version: string
  readonly license: string
  readonly text: string
}
export declare const textOf: (folders: Iterable<string>) => string
