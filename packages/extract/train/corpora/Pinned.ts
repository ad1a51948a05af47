/**
 * The corpora's origins: public repositories at one commit each, and how their files become a corpus. The shipped
 * weights were learnt from these versions.
 */
import { gzipSync } from "node:zlib"
import type { Files } from "./Checksum.ts"
import choice from "./choice.json" with { type: "json" }
import type { Name } from "./Corpus.ts"

/** A corpus in its repository. */
export interface Pinned {
  readonly name: Name
  /** The owner and name of the repository on GitHub. */
  readonly repository: string
  readonly commit: string
  /** The checksum of the corpus, see `Checksum.ts`. */
  readonly sha256: string
  /** Whether a file of the repository may belong to the corpus. */
  readonly isWanted: (path: string) => boolean
  /** The corpus that the repository's files make. */
  readonly corpusOf: (files: Files) => Files
}

/** Pages of the development split, without those that have no content or are in the test split, too. */
const wcxb: Pinned = {
  name: "wcxb-dev",
  repository: "Murrough-Foley/web-content-extraction-benchmark",
  commit: "c039d5ee9f5a3a984a0e167e63aacd04e76e78a9",
  sha256: "298a8b1668f6d42d65b75bdcda386e8a44447b09b93d947560de358c7094843f",
  isWanted: (path) => {
    const [, id] = /^dev\/(?:html|ground-truth)\/(\d+)\.(?:html\.gz|json)$/.exec(path) ?? []
    return id !== undefined && !choice["wcxb-dev"].without.includes(Number(id))
  },
  corpusOf: (files) => new Map(Array.from(files, ([path, bytes]) => [path.replace("dev/", ""), bytes])),
}

/** All test pages. */
const articles: Pinned = {
  name: "articles-dev",
  repository: "mozilla/readability",
  commit: "ab4027a8b37669745016869a37a504727992b2ba",
  sha256: "0daed38f71729f6347ee36ed7205e682013fcfeaf3e83a79f39b0959d633afff",
  isWanted: (path) => /^test\/test-pages\/[^/]+\/(?:source|expected)\.html$/.test(path),
  corpusOf: (files) =>
    new Map(
      Array.from(files, ([path, bytes]) => {
        const [file, name] = path.split("/").toReversed()
        return file === "source.html" ? [`html/${name}.html.gz`, gzipSync(bytes)] : [`expected/${name}.html`, bytes]
      }),
    ),
}

/** A third of the evaluation pages. */
const segments: Pinned = {
  name: "segments-dev",
  repository: "adbar/trafilatura",
  commit: "e90b0ef51ab026fdb905fb6c5b3c84dd3d784fd5",
  sha256: "bf5d129881cc79f31e3a8cc194ca1a27c174455f795749479f57a1c41a1c7841",
  isWanted: (path) => /^tests\/(?:evaldata\.json$|(?:cache|eval)\/)/.test(path),
  corpusOf: (files) => {
    const rows = evaluationRows(files)
    const pages = rows.map(({ file, id }): readonly [string, Uint8Array] => [
      `html/${id}.html.gz`,
      gzipSync(fileNamed(files, file)),
    ])
    const listed = rows.map(({ file: _, ...row }) => row)
    return new Map([["segments.json", new TextEncoder().encode(JSON.stringify(listed, undefined, 1))], ...pages])
  },
}

/** The corpora in the order of their names' list. */
export const pinned: ReadonlyArray<Pinned> = [wcxb, articles, segments]

// --- private --------------------------------------------------------------------------

interface Evaluation {
  readonly file: string
  readonly with: ReadonlyArray<string>
  readonly without: ReadonlyArray<string>
}

const evaluationRows = (files: Files) => {
  const text = new TextDecoder().decode(files.get("tests/evaldata.json"))
  const all: ReadonlyArray<readonly [key: string, row: Evaluation]> = Object.entries(JSON.parse(text))
  return choice["segments-dev"].rows.flatMap((at, index) => {
    const [key, row] = all[at] ?? []
    if (key === undefined || row === undefined) return []
    const id = String(index).padStart(4, "0")
    return [{ id, url: urlOf(key), with: row.with, without: row.without, file: row.file }]
  })
}

/** Some keys of the evaluation aren't URLs. */
const urlOf = (key: string): string =>
  /^https?:/.test(key) ? key : `https://${key.replace(/^hard::(.*)\.html$/, "$1")}`

const fileNamed = (files: Files, name: string): Uint8Array => {
  const bytes = files.get(`tests/cache/${name}`) ?? files.get(`tests/eval/${name}`)
  if (bytes === undefined) throw new Error(`${name} is missing.`)
  return bytes
}
