/**
 * Bash runs every command in the docs' blocks of shell code as written, in a network namespace: with its flags, ports
 * and URLs. {@link notRun} lists the others, with the reason.
 */
import { spawnSync } from "node:child_process"
import { assert, beforeAll, describe, it } from "vitest"
import { blocksOf, type Line, notRun, pages } from "../../../test/DocsCommands.ts"
import * as RedisServer from "../../store-redis/test/support/redis.ts"
import { packedProgram } from "../../cli/test/support/packed.ts"
import { Network } from "../src/index.ts"
import type { Command, Finished } from "./programs/docs-commands.ts"

const request = (id: number, method: string, params: object): string =>
  `${JSON.stringify({ jsonrpc: "2.0", id, method, params })}\n`

const clientInfo = { name: "test", version: "0" }
const initialize = request(1, "initialize", { protocolVersion: "2025-06-18", capabilities: {}, clientInfo })
const listTools = initialize + request(2, "tools/list", {})

interface Expected {
  /** A part of the output. */
  readonly output: RegExp
  /** The exit code; 0 by default. A server has none. */
  readonly code?: number
  readonly input?: string
}

const refused = { output: /private_or_metadata_target/, code: 1 }
const completions = { output: /search-and-fetch/ }
const page = { output: /^Harbour\nhttps:\/\/example\.com\/\S*\n\nThe harbour is open/ }
const pageAsJson = { output: /^\{"title":"Harbour","url":"https:\/\/example\.com\/","content(?:_md)?":"The harbour/ }
const savedPage = { output: /^The harbour log\nhttps:\/\/example\.com\/page\n\nThe harbour master/ }
const stages = { output: / {2}parse .*\n(?:.*\n)* {2}=> "The harbour log"/ }
const hits = { output: /^1\. First hit\n {3}https:\/\/example\.com\/a\n/ }
const token = { output: /^porthole_[\w-]{43}\nporthole: this is the token of acme/ }

/** The expected end of each command; the first row whose pattern matches counts. */
const rows: ReadonlyArray<readonly [command: RegExp, expected: Expected]> = [
  [/^(?:export|mkdir) /, { output: /^$/ }],
  [/^porthole doctor\b/, { output: /^searxng +configured, answers\n/ }],
  [/^porthole search .* --domains/, { output: /^\{"hits":\[\],"count":0,.*No results in these domains/ }],
  [/^porthole search .* --replay /, { output: /^1\. The harbour log\n {3}https:\/\/example\.com\/page\n/m }],
  [/^porthole search .* --json$/, { output: /^\{"hits":\[\{"title":"First hit"/ }],
  [/^porthole search /, hits],
  [/^porthole search-and-fetch /, { output: /^1\. First hit\n[^]*\nHarbour\nhttps:\/\/example\.com\/a\n/ }],
  [/^porthole fetch --trace /, { output: /^Harbour\nhttps:\/\/public\.test\/end\n/m }],
  [/^porthole fetch --json --log-level debug /, { output: /^\{"error":"blocked_url"/m, code: 1 }],
  [/^porthole fetch .* --json$/, pageAsJson],
  [/^porthole fetch .* --output /, { output: /^porthole: Wrote .+ to [^:]+: \d+ bytes\./ }],
  [/^porthole fetch /, page],
  [/^porthole check https:\/\/example\.com /, { output: /^allowed {2}https:\/\/example\.com\nrefused {2}/, code: 1 }],
  [/^porthole check --explain http:\/\/example\.com\/moved$/, { output: /=> a page, status 200/ }],
  [/^porthole check --explain 'http:\/\/public\.test/, { output: /redirect_to_blocked_target/, code: 1 }],
  [/^porthole check .*--offline/, refused],
  [/\| porthole check --ndjson --offline$/, { output: /^\{"url":"http:\/\/a\.test","allowed":false,/ }],
  [/^porthole extract .* --explain$/, stages],
  [/^porthole extract --ndjson/, { output: /^\{"title":"The harbour log".*\n\{"title":"The harbour log".*\n$/ }],
  [/^porthole extract /, savedPage],
  [/\| porthole extract$/, { output: /^Harbour\n\nThe harbour is open/m }],
  [/^porthole docs add (?:--for \.|effect)$/, { output: /^effect 4\.1\.0/m }],
  // Without a route to the registry.
  [/^porthole docs add npm:/, { output: /registry\.npmjs\.org: No connection/, code: 1 }],
  [/^porthole docs add https:/, { output: /^example\.org latest: 1 page/m }],
  [/^porthole recording list run\.warc\.gz$/, { output: /response +\d+ B https:\/\/example\.com\/page\n/ }],
  [/^porthole recording verify run\.warc\.gz$/, { output: /^\d+ records?, 0 of them/ }],
  [/^porthole docs add \.\/handbook /, { output: /^handbook 2: 1 page/m }],
  [/^porthole batch (?:urls|own)\.txt /, { output: /^porthole: 1 page in (?:corpus|own), 0 failed/m }],
  [/\| porthole batch -$/, { output: /^\{"requested_url":"https:\/\/example\.com\/","id":7,"title":"Harbour"/m }],
  [/^porthole docs search /, { output: /^1\. .*\(effect 4\.1\.0\)\n[^]*Retry an effect with a schedule/m }],
  [/^porthole keys set tavily /, { output: /Stored the key for tavily/ }],
  [/^porthole keys set brave /, { output: /Stored the key for brave/, input: "BSA-a-key\n" }],
  [/^porthole init .* --yes$/, { output: /Done\. Restart VS Code/ }],
  [/^porthole init .* --print$/, { output: /"context_servers": \{\n +"porthole"/ }],
  // Without a terminal its question gets no answer.
  [/^porthole init /, { output: /Add --yes to write the entry/, code: 2 }],
  [/\bporthole mcp --docs-(?:site|for)\b/, { output: /"name":"docs_search"/, input: listTools }],
  [/\bporthole mcp$/, { output: /"name":"web_fetch"/, input: listTools }],
  [/^porthole map /, { output: /^https:\/\/example\.com\/\tHarbour\n/ }],
  // The site has no such pages.
  [/^porthole crawl .* --include /, { output: /^porthole: 0 pages in docs; 1 URL visited, 0 failed/m, code: 1 }],
  [/^porthole crawl /, { output: /^porthole: 1 page in docs; 1 URL visited, 0 failed/m }],
  [/^porthole quote /, { output: /^The page doesn't contain the quote\.\n/, code: 1 }],
  [/^porthole --completions /, completions],
  [/^(?:PORTHOLE_\w+=\S+ )?porthole serve\b/, { output: /^porthole: serving on http:\/\/[\d.]+:871\d\n/ }],
  // Its Redis isn't there yet.
  [/^(?:PORTHOLE_\w+=\S+ )?porthole worker\b/, { output: /^porthole: working on the jobs/ }],
  [/^porthole tokens add acme$/, token],
  [/^token=\$\(porthole tokens add acme\)$/, { output: /^porthole: this is the token of acme/ }],
  [/^porthole tokens remove acme$/, { output: /a token of acme removed/ }],
  [/^porthole identity add /, { output: /^porthole: (?:the key [\w-]{43} signs|once the directory is published)/ }],
  [/^curl .*\/search\?q=tides/, { output: /"results":\[\{"url":"https:\/\/example\.com\/a","title":"First hit"/ }],
  [/^curl .*\/api\/v1\/fetch$/, { output: /\{"title":"Harbour","url":"https:\/\/example\.com\/"/ }],
  [/^curl .*\/v1\/rerank$/, { output: /"results":\[\{"index":1,/ }],
]

/** The command by one of its names in the docs. */
const named = (text: string): string =>
  text.replace(/^(?:pnpm --silent|npx -y pnpm@12|npx @porthole\/cli)(?: porthole)? /, "porthole ")

const expectedOf = (text: string): Expected | undefined => rows.find(([pattern]) => pattern.test(named(text)))?.[1]

/** A block of shell code. */
export type Block = ReadonlyArray<Line>

const documented: ReadonlyArray<Block> = pages
  .flatMap(blocksOf)
  .map((block) => block.filter(({ text }) => !notRun.some(([pattern]) => pattern.test(text))))

/** Each command once: a later block keeps only its new commands, and the variables and servers that these need. */
export const distinct = ((): ReadonlyArray<Block> => {
  const seen = new Set<string>()
  const isNew = ({ text }: Line) => !text.startsWith("export ") && !seen.has(named(text))
  return documented.flatMap((block) => {
    const kept = block.filter((line) => isNew(line) || /^export |\bserve\b/.test(line.text))
    const isWorthwhile = block.some(isNew)
    for (const { text } of block) seen.add(named(text))
    return isWorthwhile ? [kept] : []
  })
})()

/** Times, counts and ids, which differ from run to run. */
const settled = (line: string): string =>
  line
    .replace(/\d+(?:\.\d+)? (ms|elements|characters)\b/g, "N $1")
    .replace(/\d+ of \d+ blocks/, "N of N blocks")
    .replace(/│.*│/, "")
    .replace(/^\[[\d:.]+\] DEBUG \(#\d+\)/, "")
    .replace(/'cli\/\w+'/, "")
    .replace("/home/ada", "~")
    .replace(/ +/g, " ")
    .trim()

const isMissing = (): boolean => {
  if (spawnSync("curl", ["--version"]).status === 0 || process.env["PORTHOLE_REQUIRE_SERVERS"] === "1") return false
  // oxlint-disable-next-line no-console -- a skipped test must not go unnoticed
  console.warn("SKIPPED: curl is missing, so the commands of the docs aren't run (apt-get install curl).")
  return true
}

/** Bounds a hang, in ms: a busy machine takes long for all commands, which run one after the other. */
const patience = 1_800_000

/** Runs the blocks, and declares a test for each of the docs' commands in them. */
export const declare = (blocks: ReadonlyArray<Block>): void => {
  const names = new Set(blocks.flat().map(({ text }) => named(text)))
  const lines = documented.flat().filter(({ text }) => names.has(named(text)))

  describe.skipIf([Network.isMissing(), RedisServer.isMissing(), isMissing()].includes(true))(
    "a command of the docs",
    () => {
      const ends = new Map<string, Finished>()
      beforeAll(async () => {
        const commands = blocks.map((block) =>
          block.map(({ text }): Command => ({ text, input: expectedOf(text)?.input ?? "" })),
        )
        const finished = await Network.run<ReadonlyArray<ReadonlyArray<Finished>>>(
          packedProgram("docs-commands"),
          commands,
        )
        for (const [at, block] of blocks.entries()) {
          for (const [line, { text }] of block.entries()) ends.set(named(text), finished[at]![line]!)
        }
      }, patience)

      it.each(lines)("$page: $text", (line) => assertEnd(line, ends.get(named(line.text))))
    },
  )
}

/** The patterns of {@link rows} that no command in the docs has. */
export const unusedRows = (): ReadonlyArray<string> => {
  const used = new Set(documented.flat().map(({ text }) => expectedOf(text)))
  return rows.filter(([, expected]) => !used.has(expected)).map(([pattern]) => pattern.source)
}

// --- private --------------------------------------------------------------------------

const assertEnd = ({ shown = "", text }: Line, end: Finished | undefined): void => {
  const { code = 0, output: part } = expectedOf(text) ?? assert.fail("no row has the end of this command")
  const output = end?.output ?? ""
  assert.match(output, part)
  assert.strictEqual(end?.code, /\bporthole (?:serve|worker)\b/.test(text) ? undefined : code, output)
  const lines = output.split("\n").map(settled)
  for (const line of shown.split("\n").map(settled)) if (line !== "" && line !== "…") assert.include(lines, line)
}
