/** The site of the docs: every page of `docs/`, without anything from elsewhere. */
import { existsSync } from "node:fs"
import { dirname, join, relative, resolve } from "node:path"
import { withMermaid } from "vitepress-plugin-mermaid"
import { sidebar } from "./sidebar.ts"

const docs = resolve(import.meta.dirname, "..")

/** Whether a relative link leads to a file of the repository that is no page: such a file isn't part of the site. */
const isOutside = (link: string, page: string): boolean => {
  if (/^(?:[a-z]+:|#|\/)/i.test(link)) return false
  const file = join(docs, dirname(page), link.replace(/#.*/, ""))
  return existsSync(file) && (relative(docs, file).startsWith("..") || !file.endsWith(".md"))
}

export default withMermaid({
  title: "Porthole",
  description: "Web search and page reading for AI agents, behind a security boundary that can't be switched off",
  lang: "en",
  head: [["link", { rel: "icon", href: "data:," }]],
  srcExclude: ["api/**"],
  outDir: "../dist/site",
  cacheDir: "../dist/.site-cache",
  cleanUrls: true,
  lastUpdated: false,
  themeConfig: {
    sidebar,
    outline: [2, 3],
    search: { provider: "local" },
    nav: [
      { text: "Getting started", link: "/getting-started" },
      { text: "Tools", link: "/reference/tools" },
      { text: "Settings", link: "/settings" },
      { text: "Security", link: "/security" },
    ],
  },
  vite: { build: { chunkSizeWarningLimit: 2_000 } },
  markdown: {
    config: (markdown) => {
      // A link to source code or to a file outside of the docs has no page here: its text stays.
      markdown.core.ruler.push("outside_links", ({ env, tokens }) => {
        for (const { children } of tokens) {
          let isDropped = false
          for (const token of children ?? []) {
            if (token.type === "link_open") isDropped = isOutside(token.attrGet("href") ?? "", env.relativePath)
            if (!isDropped || !token.type.startsWith("link_")) continue
            if (token.type === "link_close") isDropped = false
            token.tag = "span"
            token.type = token.type.replace("link", "span")
            token.attrs = null
          }
        }
      })
    },
  },
})
