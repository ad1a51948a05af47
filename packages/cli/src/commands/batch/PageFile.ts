/**
 * The files of a job's pages: their names, which depend on nothing but the page's own URL and format, and their text.
 * No name has a dot of a URL, a capital letter or a name that a system reserves.
 */
import type { Frontier, Page } from "@porthole/core"
import { createHash } from "node:crypto"

/** How a page is written. */
export const formats = ["markdown", "text", "html", "json"] as const
export type Format = (typeof formats)[number]

/** A page's file below the job's folder: the folder of its host, and words of its path with a hash of its key. */
export const pathOf = ({ host, key, url }: Frontier.Item, format: Format): string => {
  // A key begins with the complete address of what a person wrote.
  const slug = `${(URL.parse(url) ?? URL.parse(key.split(" ", 1)[0] ?? ""))?.pathname ?? ""}`
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-|-$/g, "")
    .slice(0, maxSlug)
    .replace(/-$/, "")
  return `${folderOf(host)}/${slug === "" ? "index" : slug}-${hashOf(key).slice(0, 16)}.${extensions[format]}`
}

/** A page's file as text. Markdown has front matter, whose values are JSON texts, as YAML reads them. */
export const textOf = (page: Page.Page, format: Format, { fetchedAt }: { readonly fetchedAt: string }): string => {
  if (format === "json") return `${JSON.stringify(page)}\n`
  const content = contentOf(page)
  if (format !== "markdown") return content
  const matter = { url: page.url, title: page.title, fetched_at: fetchedAt, sha256: hashOf(content) }
  const lines = Object.entries(matter).map(([name, value]) => `${name}: ${JSON.stringify(value)}`)
  return `---\n${lines.join("\n")}\n---\n\n${content}\n`
}

/** The page's own text, whose SHA-256 is listed. */
export const contentOf = ({ content, content_md }: Page.Page): string => content_md ?? content ?? ""

/** The SHA-256 of a text in UTF-8, in hexadecimal digits. */
export const hashOf = (text: string): string => createHash("sha256").update(text).digest("hex")

// --- private --------------------------------------------------------------------------

const extensions: Readonly<Record<Format, string>> = { markdown: "md", text: "txt", html: "html", json: "json" }

/** With the hash and an extension a name stays below the 255 bytes of file systems, and is readable in a list. */
const maxSlug = 80

/** Windows reserves some names, also before a dot. */
const folderOf = (host: string): string => {
  const name = host.toLowerCase().replaceAll(/[^a-z0-9.-]/g, "_")
  return name === "" || /^\.|^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/.test(name) ? `_${name}` : name
}
