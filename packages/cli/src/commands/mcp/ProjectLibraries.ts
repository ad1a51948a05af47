/** `docs_search` and `docs_fetch` of a project's packages, which are indexed beside the server. */
import type { Settings, Site } from "@porthole/core"
import { Documentation, type LibraryToolkit, LibraryTools } from "@porthole/tools"
import * as Layer from "effect/Layer"
import * as ProjectFolders from "./ProjectFolders.ts"
import * as ProjectIndexing from "./ProjectIndexing.ts"

/** The tools' handlers for a project's folder, or the client's roots if it is empty. */
export const layer = (
  sites: ReadonlyArray<Site.SiteOptions>,
  project: string,
): Layer.Layer<
  LibraryToolkit.Handlers,
  Settings.SettingsError | Layer.Error<ReturnType<typeof Documentation.layer>>
> => {
  const folders = ProjectFolders.make(project)
  return LibraryTools.layer(sites).pipe(
    Layer.provide([ProjectIndexing.layer(folders, { begin: project !== "" }), Documentation.layer(folders)]),
  )
}
