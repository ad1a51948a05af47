/** Files that go with an entry of a feed: the sound of a podcast, a film, what is said in them as text. */
import { HttpUrl } from "@porthole/core"
import { escaped } from "../formats/Code.ts"

/** One file, as the feed tells of it. */
export interface Attachment {
  /** A URL, perhaps relative; empty where there is none. */
  readonly address: string
  /** Its media type; empty where nobody says. */
  readonly type: string
  /** How long it takes, in seconds or as `1:02:03`; empty where nobody says. */
  readonly duration: string
}

/** A line a file, which links to it: its name, and in brackets what it is. Pictures are left out, and what `others` lead to. */
export const linesOf = (files: ReadonlyArray<Attachment>, base: string, others: ReadonlyArray<string>): string => {
  const known = new Set(others)
  const most = known.size + mostFiles
  const lines = files.flatMap(({ address, duration, type }) => {
    const isAsked = address.trim() !== "" && known.size < most
    const url = isAsked ? HttpUrl.normalise(URL.parse(address.trim(), base)?.href ?? "") : undefined
    if (url === undefined || known.has(url) || isPicture(type, url)) return []
    known.add(url)
    const notes = [mediaType.exec(type.trim())?.[0] ?? "", timeOf(duration.trim())].filter((note) => note !== "")
    return [
      `<a href="${escaped(url)}">${escaped(nameOf(url))}</a>${notes.length === 0 ? "" : ` (${notes.join(", ")})`}`,
    ]
  })
  return lines.length === 0 ? "" : `<p>${lines.join("<br>")}</p>`
}

// --- private --------------------------------------------------------------------------

/** Of one entry. */
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
