/** The libraries of the questions: of this repository, of Debian's documentation packages, and of a registry. */
import { DocsIndex } from "@porthole/core"
import * as Docs from "@porthole/docs-index"
import { Effect } from "effect"
import { existsSync, globSync } from "node:fs"
import { join } from "node:path"
import * as Peer from "./Peer.ts"

/** Adds what has changed, also to the peer. What isn't installed is left out, with a line. */
export const addAll = Effect.fnUntraced(function* (peerFolder: string) {
  const index = yield* DocsIndex.DocsIndex
  const { libraries } = yield* index.list
  const both = DocsIndex.DocsIndex.of({
    ...index,
    put: (details, pages) => Effect.tap(index.put(details, pages), (library) => Peer.put(peerFolder, library, pages)),
  })
  const known = libraries.filter((library) => existsSync(Peer.fileOf(peerFolder, library)))
  for (const options of sources) {
    const added = yield* Effect.option(Effect.flatMap(Docs.open(options), ({ add }) => add(known))).pipe(
      Effect.provideService(DocsIndex.DocsIndex, both),
    )
    if (added._tag === "None") console.log(`${options.source} isn't installed.`)
    else if (added.value.isChanged) {
      const { bytes, name, pages, units } = added.value.library
      console.log(`${name}: ${pages} pages, ${units} sections, ${(bytes / 2 ** 20).toFixed(1)} MiB`)
    }
  }
})

// --- private --------------------------------------------------------------------------

const root = join(import.meta.dirname, "../../..")

/** The packages of Debian have no version in their paths. */
const sources: ReadonlyArray<Parameters<typeof Docs.open>[0]> = [
  { source: "effect", from: root },
  ...globSync("node_modules/.pnpm/hono@*/node_modules/hono", { cwd: root }).map((source) => ({ source, from: root })),
  { source: "undici", from: join(root, "packages/backend-fetch") },
  { source: "zod", from: join(root, "packages/integrations") },
  { source: join(root, "docs"), name: "porthole-docs", from: root },
  { source: process.env["KYSELY"] ?? "kysely", from: root },
  { source: "/usr/share/doc/git/html", name: "git@2.39", from: root },
  { source: process.env["NODEJS_DOC"] ?? "/usr/share/doc/nodejs", name: "nodejs@18", from: root },
  { source: "/usr/share/doc/postgresql-doc-15/html", name: "postgresql@15", from: root },
  { source: "/usr/share/doc/python3.11/html", name: "python@3.11", from: root },
]
