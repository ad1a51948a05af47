/** The comments of a sheet by their cells' positions: `Ann: Sure?`. */
import { attribute, elementsOf, find, type Node, textOf, within } from "../container/Xml.ts"
import { positionOf } from "./SheetRows.ts"

/** Notes, the comments of Excel until 2016. */
export const commentsOf = (root: Node | undefined): ReadonlyMap<string, string> => {
  const authors = elementsOf(find(root, "authors"), "author").map(textOf)
  return new Map(
    elementsOf(find(root, "commentList"), "comment").flatMap((node): ReadonlyArray<readonly [string, string]> => {
      const at = positionOf(attribute(node, "ref") ?? "")
      const text = within(node, "t").map(textOf).join("").trim()
      if (at === undefined || text === "") return []
      const author = authors[Number(attribute(node, "authorId") ?? -1)] ?? ""
      return [[`${at.row}/${at.column}`, author === "" || text.startsWith(author) ? text : `${author}: ${text}`]]
    }),
  )
}

/** The names of those who comment, by identifier. */
export const personsOf = (root: Node | undefined): ReadonlyMap<string, string> =>
  new Map(elementsOf(root, "person").map((node) => [attribute(node, "id") ?? "", attribute(node, "displayName") ?? ""]))

/** Comments with replies, of Excel since 2018. For earlier programs the file has notes about them. */
export const threadsOf = (
  root: Node | undefined,
  persons: ReadonlyMap<string, string>,
): ReadonlyMap<string, string> => {
  const threads = new Map<string, string>()
  for (const node of elementsOf(root, "threadedComment")) {
    const at = positionOf(attribute(node, "ref") ?? "")
    const text = textOf(find(node, "text")).trim()
    if (at === undefined || text === "") continue
    const author = persons.get(attribute(node, "personId") ?? "") ?? ""
    const key = `${at.row}/${at.column}`
    const before = threads.get(key)
    threads.set(key, `${before === undefined ? "" : `${before}; `}${author === "" ? "" : `${author}: `}${text}`)
  }
  return threads
}
