/**
 * Downloads over real HTTP from a server on this machine, of archives as `git archive` writes them. clock: real, since
 * sockets are.
 */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Result } from "effect"
import { FetchHttpClient } from "effect/http"
import { execFileSync } from "node:child_process"
import { createServer, type Server, type ServerResponse } from "node:http"
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { gzipSync } from "node:zlib"
import { checksumOf, checksumOfFolder } from "../../train/corpora/Checksum.ts"
import { filesIn } from "../../train/corpora/Archive.ts"
import * as Corpus from "../../train/corpora/Corpus.ts"
import { download, type DownloadError, type Options } from "../../train/corpora/Download.ts"
import { type Pinned, pinned } from "../../train/corpora/Pinned.ts"

const own = join(import.meta.dirname, "corpus")

const within = <A>(use: (folder: string) => A): A => {
  const folder = mkdtempSync(join(tmpdir(), "porthole-download-"))
  try {
    return use(folder)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** A page whose path needs an extended header. */
const longName = "a-name-of-many-words-".repeat(7)

/** A repository in the layouts of all three origins, with the pages of our own corpus, as an archive. */
const archive = within((folder) => {
  const put = (path: string, content: string | Uint8Array) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), content)
  }
  for (const id of ["0001", "0002"]) {
    put(`dev/html/${id}.html.gz`, gzipSync(readFileSync(join(own, `wcxb-dev/html/${id}.html`))))
    cpSync(join(own, `wcxb-dev/ground-truth/${id}.json`), join(folder, `dev/ground-truth/${id}.json`), {
      recursive: true,
    })
  }
  // Not of the corpus: a page that the choice leaves out, and one of another split.
  put("dev/html/0585.html.gz", gzipSync("left out"))
  put("test/html/0003.html.gz", gzipSync("other split"))
  for (const name of ["upper-hut", longName]) {
    put(`test/test-pages/${name}/source.html`, readFileSync(join(own, "articles-dev/html/upper-hut.html")))
    put(`test/test-pages/${name}/expected.html`, readFileSync(join(own, "articles-dev/expected/upper-hut.html")))
  }
  const [first, second] = JSON.parse(readFileSync(join(own, "segments-dev/segments.json"), "utf8"))
  const other = { file: "other.html", with: [], without: [] }
  const rows = {
    [first.url]: { file: "one.html", with: first.with, without: first.without },
    "https://other.test/1": other,
    "https://other.test/2": other,
    "hard::narrow-gauge.test.html": { file: "zwei-ü.html", with: second.with, without: second.without },
  }
  put("tests/evaldata.json", JSON.stringify(rows))
  put("tests/cache/one.html", readFileSync(join(own, "segments-dev/html/0000.html")))
  put("tests/eval/zwei-ü.html", readFileSync(join(own, "segments-dev/html/0001.html")))
  const git = (...args: ReadonlyArray<string>) =>
    execFileSync("git", ["-C", folder, "-c", "user.name=t", "-c", "user.email=t@t.test", ...args], { stdio: "pipe" })
  git("init", "-q")
  git("add", "-A")
  git("commit", "-qm", "pages")
  return git("archive", "--format=tar.gz", "--prefix=pages-0123/", "HEAD")
})

/** A corpus of this repository. */
const ownVersion = (version: Pinned): Pinned => ({
  ...version,
  repository: "own/pages",
  commit: "0123",
  sha256: checksumOf(version.corpusOf(filesIn(archive, version.isWanted))),
})

const [wcxb, articles, segments] = [ownVersion(pinned[0]!), ownVersion(pinned[1]!), ownVersion(pinned[2]!)]

type Answer = (response: ServerResponse, url: string) => void

const served = (answer: Answer) =>
  Effect.acquireRelease(
    Effect.callback<Server>((resume) => {
      const server = createServer((request, response) => answer(response, request.url ?? ""))
      server.listen(0, "127.0.0.1", () => resume(Effect.succeed(server)))
    }),
    (server) =>
      Effect.sync(() => {
        server.closeAllConnections()
        server.close()
      }),
  )

const emptyFolder = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "porthole-download-"))),
  (folder) => Effect.sync(() => rmSync(folder, { recursive: true })),
)

/** Downloads from a server that answers in this way, into an empty folder. */
const from = Effect.fnUntraced(function* (answer: Answer, version: Pinned = articles, options: Options = {}) {
  const server = yield* served(answer)
  const folder = yield* emptyFolder
  const origin = `http://127.0.0.1:${Object(server.address()).port}`
  const result = yield* download(version, folder, { origin, ...options }).pipe(
    Effect.provide(FetchHttpClient.layer),
    Effect.result,
  )
  return { result, folder }
})

const whole: Answer = (response) => response.end(archive)

describe("a download", () => {
  it.live.each([
    { version: wcxb, ids: ["0001", "0002"] },
    { version: articles, ids: [longName, "upper-hut"] },
    { version: segments, ids: ["0000", "0001"] },
  ])("makes the corpus $version.name of the repository's files", ({ ids, version }) =>
    Effect.gen(function* () {
      const asked: Array<string> = []
      const { folder, result } = yield* from((response, url) => {
        asked.push(url)
        whole(response, url)
      }, version)
      assert.isTrue(Result.isSuccess(result))
      assert.deepStrictEqual(asked, ["/own/pages/archive/0123.tar.gz"])
      assert.deepStrictEqual(readdirSync(folder), [version.name])
      assert.strictEqual(checksumOfFolder(join(folder, version.name)), version.sha256)
      const expected = new Map(Corpus.entries(own).map((entry) => [entry.id, entry]))
      const got = Corpus.entries(folder)
      assert.deepStrictEqual(
        got.map(({ id }) => id),
        ids.map((id) => `${version.name}/${id}`),
      )
      for (const entry of got) {
        const same = expected.get(entry.id.replace(longName, "upper-hut"))!
        assert.deepStrictEqual({ ...entry, id: "", file: "", site: 0 }, { ...same, id: "", file: "", site: 0 })
        assert.deepStrictEqual(new Uint8Array(Corpus.load(entry).bytes), new Uint8Array(Corpus.load(same).bytes))
      }
    }),
  )

  it.live("follows a redirect to another place", () =>
    Effect.gen(function* () {
      const { result } = yield* from((response, url) =>
        url === "/elsewhere" ? response.end(archive) : response.writeHead(302, { location: "/elsewhere" }).end(),
      )
      assert.isTrue(Result.isSuccess(result))
    }),
  )

  it.live.each<readonly [string, DownloadError["reason"], RegExp, Answer, Pinned?, Options?]>([
    ["another version's checksum", "checksum", /another version/, whole, { ...articles, sha256: "0".repeat(64) }],
    ["an archive without a file of the corpus", "archive", /zwei-ü\.html is missing/, whole, withoutEvaluationPage()],
    ["an archive without any file of the corpus", "archive", /damaged/, whole, { ...segments, isWanted: () => false }],
    ["an answer that isn't there", "status", /404/, (response) => response.writeHead(404).end(archive)],
    [
      "a body that is cut",
      "unreachable",
      /can't be downloaded/,
      (response) => {
        response.writeHead(200, { "content-length": archive.length })
        response.write(archive.subarray(0, 500), () => response.destroy())
      },
    ],
    ["an archive that is cut", "archive", /damaged/, (response) => response.end(archive.subarray(0, -500))],
    ["a body that is no archive", "archive", /damaged/, (response) => response.end("<html>Please sign in</html>")],
    ["a body that is too large", "size", /more than 1000 bytes/, whole, articles, { maxBytes: 1_000 }],
    ["a server that never answers", "timeout", /takes too long/, () => {}, articles, { patience: "100 millis" }],
    [
      "a body that never ends",
      "timeout",
      /takes too long/,
      (response) => response.write(archive.subarray(0, 500)),
      articles,
      { patience: "500 millis" },
    ],
    ["no server", "unreachable", /ECONNREFUSED|can't/, () => {}, articles, { origin: "http://127.0.0.1:1" }],
  ])("fails on %s, and leaves nothing", ([, reason, message, answer, version, options]) =>
    Effect.gen(function* () {
      const { folder, result } = yield* from(answer, version, options)
      if (Result.isSuccess(result)) return assert.fail("It succeeded.")
      assert.strictEqual(result.failure.reason, reason)
      assert.match(result.failure.message, message)
      assert.deepStrictEqual(readdirSync(folder), [])
    }),
  )
})

/** The corpus of segments, of an archive that lacks one of its pages. */
function withoutEvaluationPage(): Pinned {
  return { ...segments, isWanted: (path) => segments.isWanted(path) && !path.endsWith("zwei-ü.html") }
}
