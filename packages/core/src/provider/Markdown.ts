/** What is known of a page that came as Markdown and nothing else. */
import * as HttpUrl from "../domain/HttpUrl.ts"

/** The text of the first heading, which may be of any level. */
export const titleOf = (markdown: string): string | undefined =>
  /^#{1,6}[ \t]+(.{1,300}?)[ \t]*#*$/m.exec(markdown)?.[1]

/** The absolute http(s) URLs of inline links, images left out, each once, in order of appearance. */
export const linksOf = (markdown: string): ReadonlyArray<string> => {
  const found = new Set<string>()
  for (const [, url = ""] of markdown.matchAll(/(?<!!)\[[^\]\n]{0,500}\]\(<?(https?:\/\/[^\s<>()]{1,2048})/g)) {
    const link = HttpUrl.withoutFragment(url)
    if (link !== undefined) found.add(link)
  }
  return Array.from(found)
}
