/**
 * A file at a web address: an archive, `llms-full.txt` or a page; or a site, if the address answers with HTML and names
 * no file. All come through the boundary, as pages do.
 */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { createHash } from "node:crypto"
import * as Archive from "./Archive.ts"
import * as Document from "./Document.ts"
import { libraryOf, type Options } from "./Naming.ts"
import * as Site from "./Site.ts"
import { type Source, SourceError } from "./Source.ts"

/** A source if it is an `https:` address. Its stamp is the sum of its bytes. */
export const web = Effect.fnUntraced(function* (
  options: Options,
): Effect.fn.Return<Option.Option<Source>, SourceError> {
  const { downloads, source } = options
  if (/^http:\/\//i.test(source))
    return yield* new SourceError({ message: "Documentation comes by https: only. Use an https: URL." })
  if (!/^https:\/\//i.test(source) || downloads === undefined) return Option.none()
  const { bytes, contentType, url } = yield* Effect.mapError(
    downloads.web(source, { types: Object.keys(extensions), maxBytes }),
    ({ message }) => new SourceError({ message }),
  )
  if (!/^https:/i.test(url))
    return yield* new SourceError({ message: `${source} leads to http:. Documentation comes by https: only.` })
  const path = pathOf(url, contentType, bytes)
  if (downloads.site !== undefined && path.endsWith(".html") && !isFile(url)) {
    if (hostOf(url) !== hostOf(source))
      return yield* new SourceError({ message: `${source} leads to another site. To read that, add ${url}.` })
    const library = yield* libraryOf({ ...options, name: options.name ?? nameOf(source) }, source)
    const read = Site.read(url, { library, base: options.base }, downloads.site)
    return Option.some({ ...library, source, stamp: "", base: options.base, read })
  }
  // An archive has a name of its own; the address of a page is its base and its name.
  const isArchive = /\.(?:tgz|zip)$/.test(path)
  const isOwn = isArchive || isJoined(path)
  const base = options.base ?? (isOwn ? undefined : url.slice(0, url.split(/[?#]/, 1)[0]?.lastIndexOf("/")))
  const stamp = `${base ?? ""} ${createHash("sha256").update(bytes).digest("base64url")}`
  const document = { bytes, path, source, stamp }
  if (isArchive) return Option.some(yield* Document.open(document, options))
  const name = options.name ?? nameOf(source)
  return Option.some({ ...(yield* Document.open(document, { ...options, name, base })), base })
})

// --- private --------------------------------------------------------------------------

/** Maximum bytes of a download. */
const maxBytes = 64 * 1_048_576

/** The media types of documentation, and the extension of a file of each; empty: the name or bytes decide. */
const extensions: Readonly<Record<string, string>> = {
  "text/html": ".html",
  "application/xhtml+xml": ".html",
  "text/markdown": ".md",
  "text/x-markdown": ".md",
  "text/plain": "",
  "application/gzip": ".tgz",
  "application/x-gzip": ".tgz",
  "application/x-tgz": ".tgz",
  "application/x-compressed-tar": ".tgz",
  "application/zip": ".zip",
  "application/x-zip-compressed": ".zip",
  "application/octet-stream": "",
  "binary/octet-stream": "",
}

/** Whether an address names a file, and not a folder or a page of a site. */
const isFile = (url: string): boolean => /\.(?:html?|xhtml)$/i.test(new URL(url).pathname)

/** A name for the file: that of its URL, with an extension that says what it is. */
const pathOf = (url: string, contentType: string, bytes: Uint8Array): string => {
  const last = new URL(url).pathname.split("/").findLast((part) => part !== "") ?? "index"
  const stem = last.replace(/\.(?:tgz|tar\.gz|tar|gz|zip|mdx?|html?|xhtml|rst|txt)$/i, "")
  const [first, second] = bytes
  if ((first === 0x1f && second === 0x8b) || Archive.isTar(bytes)) return `${stem}.tgz`
  if (first === 0x50 && second === 0x4b) return `${stem}.zip`
  const own = extensions[contentType] ?? ""
  if (own !== "") return `${stem}${own}`
  if (isJoined(last) || /\.(?:mdx?|html?|rst)$/i.test(last)) return last
  return `${stem}.md`
}

/** The name of a library that none was given for: that of its host, without `www.` and `docs.`. */
const nameOf = (source: string): string => new URL(source).hostname.replace(/^(?:www|docs)\./, "")

const hostOf = (url: string): string => new URL(url).host.replace(/^www\./, "")

/** Whether a file joins the pages of a site. */
const isJoined = (path: string): boolean => /^llms(?:-[\w-]+)?\.txt$/i.test(path)
