/** Files of a feed's entry: a podcast's sound, a video, a transcript. */
import { HttpUrl } from "@porthole/core"
import { escaped } from "../text/Code.ts"

/** One file. Absent values are empty. */
export interface Attachment {
  /** A URL, perhaps relative. */
  readonly address: string
  /** Its media type. */
  readonly type: string
  /** In seconds or as `1:02:03`. */
  readonly duration: string
}

/** A line of HTML per file: its name as a link, type and duration. Pictures and the URLs in `known` are left out. */
export const linesOf = (files: ReadonlyArray<Attachment>, base: string, known: ReadonlyArray<string>): string => {
  const urls = new Set(known)
  const lines: Array<string> = []
  for (const { address, duration, type } of files) {
    if (lines.length === mostFiles) break
    const url = address.trim() === "" ? undefined : HttpUrl.normalise(URL.parse(address.trim(), base)?.href ?? "")
    if (url === undefined || urls.has(url) || isPicture(type, url)) continue
    urls.add(url)
    const notes = [mediaType.exec(type.trim())?.[0] ?? "", timeOf(duration.trim())].filter((note) => note !== "")
    const note = notes.length === 0 ? "" : ` (${notes.join(", ")})`
    lines.push(`<a href="${escaped(url)}">${escaped(nameOf(url))}</a>${note}`)
  }
  return lines.length === 0 ? "" : `<p>${lines.join("<br>")}</p>`
}

// --- private --------------------------------------------------------------------------

const mostFiles = 10
const longestName = 100

const mediaType = /^[a-z]{1,20}\/[\w.+-]{1,80}/i

const isPicture = (type: string, url: string): boolean =>
  /^\s*image\//i.test(type) || (type.trim() === "" && /\.(?:jpe?g|png|gif|webp|avif|svg)(?:$|[?#])/i.test(url))

const nameOf = (url: string): string => {
  const { host, pathname } = new URL(url)
  return (/[^/]+(?=\/*$)/.exec(pathname.slice(-longestName))?.[0] ?? host).slice(0, longestName)
}

const timeOf = (duration: string): string => {
  if (/^\d{1,3}(?::\d{1,2}){1,2}$/.test(duration)) return duration
  if (!/^[1-9]\d{0,5}(?:\.\d{1,6})?$/.test(duration)) return ""
  const seconds = Math.round(Number(duration))
  const [hours, minutes] = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60]
  const rest = String(seconds % 60).padStart(2, "0")
  return hours === 0 ? `${minutes}:${rest}` : `${hours}:${String(minutes).padStart(2, "0")}:${rest}`
}
