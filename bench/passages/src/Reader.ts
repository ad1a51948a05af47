/** How an agent reads a page through an MCP server: call after call, until it has the answer or the page ends. */
import { join } from "node:path"
import { mcpFetch, mcpSearxng, porthole, type Server } from "../../harness/McpServers.ts"

/** The arguments of a call. */
export type Arguments = Readonly<Record<string, string | number>>

/** A server with one way to read. */
export interface Reader {
  readonly name: string
  readonly server: Server
  /** The arguments of the first call. */
  readonly first: (url: string, question: string) => Arguments
  /** The arguments of the next call, given the texts so far; `undefined` if the page can't be read further. */
  readonly next: (url: string, answers: ReadonlyArray<string>) => Arguments | undefined
  /** The part of an answer that is the page's text. */
  readonly contentOf: (answer: string) => string
}

/** The limit of a call in characters, for servers that accept one. */
const step = 4_000

/** The page length in characters at which servers without paging cut: the default of `max_length`. */
const cut = 20_000

/** Ours, without a build. */
const source: Server = { ...porthole, command: [join(import.meta.dirname, "../../../packages/cli/src/bin.ts"), "mcp"] }

/** The defaults of a reader: one call, whose whole answer is text. */
const once = { next: () => undefined, contentOf: (answer: string) => answer }
const ours = {
  ...once,
  server: source,
  contentOf: (answer: string) => /\nText:\n([\s\S]*)\n<\/untrusted-page-content/.exec(answer)?.[1] ?? "",
}

/** The next page of a server that doesn't report where a page ends: a short answer is the last one. */
const counted = (answers: ReadonlyArray<string>, go: (at: number) => Arguments): Arguments | undefined =>
  (answers.at(-1)?.length ?? 0) < step ? undefined : go(answers.length * step)

/** Where `web_fetch` continues: after passages at the beginning, else at the offset in its text. */
const nextStart = (answers: ReadonlyArray<string>): number | undefined => {
  const last = answers.at(-1) ?? ""
  const [, next] = /start_index=(\d+) continues/i.exec(last) ?? []
  if (next !== undefined) return Number(next)
  return answers.length === 1 && /^[^<]*These passages match the query;/.test(last) ? 0 : undefined
}

const readOn = (url: string, answers: ReadonlyArray<string>): Arguments | undefined => {
  const start = nextStart(answers)
  return start === undefined ? undefined : { url, max_length: step, start_index: start }
}

/** mcp-fetch-server by one of its tools. */
const pagesOf = (tool: string): Reader => ({
  ...once,
  server: { ...mcpFetch, tool },
  name: `mcp-fetch-server, \`${tool}\`, pages of 4,000 characters`,
  first: (url) => ({ url, max_length: step }),
  next: (url, answers) => counted(answers, (start_index) => ({ url, max_length: step, start_index })),
})

/** `web_fetch` with a query first, of that many characters. */
const passagesOf = (max_length: number): Reader => ({
  ...ours,
  name: `porthole, \`query\`, ${max_length.toLocaleString("en-US")} characters, then pages`,
  first: (url, query) => ({ url, query, max_length }),
  next: readOn,
})

/** Ours first, then the others. */
export const readers: ReadonlyArray<Reader> = [
  passagesOf(1_500),
  passagesOf(step),
  {
    ...ours,
    name: "porthole, pages of 4,000 characters",
    first: (url) => ({ url, max_length: step }),
    next: readOn,
  },
  { ...ours, name: "head cut at 20,000 characters", first: (url) => ({ url, max_length: cut }) },
  { ...once, server: mcpSearxng, name: "mcp-searxng, whole page (its default)", first: (url) => ({ url }) },
  {
    ...once,
    server: mcpSearxng,
    name: "mcp-searxng, pages of 4,000 characters",
    first: (url) => ({ url, maxLength: step }),
    next: (url, answers) => counted(answers, (startChar) => ({ url, maxLength: step, startChar })),
  },
  pagesOf("fetch_readable"),
  pagesOf("fetch_markdown"),
]
