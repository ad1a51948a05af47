/** What the applications share: where their data is, and the names of their pages. */

/** Reads data as JSON. */
export const get = async (path) => (await fetch(`/api${path}`)).json()

/** Paths and names of the pages in the navigation. */
export const pages = [
  ["/", "Journal"],
  ["/stations", "Stations"],
  ["/guide", "Guide"],
  ["/search", "Search"],
  ["/faq", "Visit"],
  ["/report", "Report"],
]

/** The articles that hold a word. */
export const holding = (articles, word) =>
  word === "" ? [] : articles.filter(({ body, summary, title }) => [title, summary, ...body].join(" ").includes(word))

/** The text at the end of every page. */
export const imprint = "Tide Journal is run by volunteers."
