/** The site, in a process of its own: `/N` is the article of the number N. */
import * as Child from "../../harness/Child.ts"
import * as Article from "./Article.ts"

Child.site((path) => {
  const [, number] = /^\/(\d+)$/.exec(path) ?? []
  return number === undefined ? undefined : { body: Article.html(Number(number)) }
})
