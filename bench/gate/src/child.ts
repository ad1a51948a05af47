/**
 * The process of one program in one thread: `child.ts TREE CORPUS PAGES`, where TREE is a folder, or `plain` for
 * linkedom, Readability and Turndown. It answers each order with the milliseconds of processor time that it took.
 */
import * as Child from "../../harness/Child.ts"
import { candidates } from "../../extract/src/Candidates.ts"
import * as Packages from "./Packages.ts"
import * as Pages from "./Pages.ts"

/** Reads the page of a number, ranks the text for a query, or takes a new text. */
export type Order =
  | { readonly page: number }
  | { readonly text: string }
  | { readonly query: string; readonly way: Packages.Way }

const [, , folder = "", corpus = "", count = ""] = process.argv
const pages = Pages.load(corpus, Number(count))

/** A page that it can't read costs what it took until then. */
const plain = async (): Promise<Pick<Packages.Packages, "read">> => {
  const read = await candidates.plain.load()
  const markdownOf = async ({ bytes, url }: Pages.Page): Promise<string> => {
    const answer = await read({ url, bytes, html: new TextDecoder().decode(bytes) })
    return "markdown" in answer ? answer.markdown : ""
  }
  return { read: (page) => markdownOf(page).catch(() => "") }
}

const program: Partial<Packages.Packages> = await (folder === "plain" ? plain() : Packages.load(folder))
let text = ""

const work = async (order: Order): Promise<unknown> => {
  if ("text" in order) return (text = order.text)
  if ("query" in order) return program.rank?.[order.way](text, order.query)
  const page = pages[order.page]
  return page === undefined ? undefined : program.read?.(page)
}

Child.ready(async (order: Order): Promise<number> => {
  const since = process.cpuUsage()
  const answer = await work(order)
  const { system, user } = process.cpuUsage(since)
  if (typeof answer !== "string") throw new Error(`${folder} can't do ${JSON.stringify(order)}`)
  return (system + user) / 1_000
})
