/** The parts of an Office file and their relationships (ISO/IEC 29500-2). External targets are never read. */
import type { WebError } from "@porthole/core"
import * as Result from "effect/Result"
import * as Xml from "./Xml.ts"
import type { Zip } from "./Zip.ts"

/** A relationship of a part. */
export interface Relationship {
  /** The last word of its type: `hyperlink`. */
  readonly type: string
  /** The name of the part, or the address of an external target. */
  readonly target: string
  readonly isExternal: boolean
}

/** The relationships of a part, by identifier. */
export type Relationships = ReadonlyMap<string, Relationship>

/** Reads parts. */
export interface Package {
  readonly zip: Zip
  readonly budget: Xml.Budget
  /** A part's root element; `undefined` without such a part. */
  readonly part: (name: string | undefined) => Result.Result<Xml.Node | undefined, WebError.WebError>
  readonly relationships: (name: string) => Result.Result<Relationships, WebError.WebError>
}

/** Makes the reader of an archive's parts. */
export const make = (zip: Zip): Package => {
  const budget = Xml.budget()
  // Slides share their layouts.
  const known = new Map<string, Result.Result<Xml.Node | undefined, WebError.WebError>>()
  const part: Package["part"] = (name) => {
    if (name === undefined) return Result.succeed(undefined)
    const found = known.get(name)
    if (found !== undefined) return found
    const parsed = Result.map(zip.read(name), (bytes) => (bytes === undefined ? undefined : Xml.parse(bytes, budget)))
    if (/\/slide(?:Layout|Master)s\//.test(name)) known.set(name, parsed)
    return parsed
  }
  const relationships: Package["relationships"] = (name) => {
    const slash = name.lastIndexOf("/") + 1
    const of = `${name.slice(0, slash)}_rels/${name.slice(slash)}.rels`
    return Result.map(part(of), (root) => new Map(Xml.elementsOf(root, "Relationship").map(relationshipIn(name))))
  }
  return { zip, budget, part, relationships }
}

/** The target of a part's first internal relationship of this type. */
export const targetOf = (relationships: Relationships, type: string): string | undefined => {
  for (const found of relationships.values()) if (found.type === type && !found.isExternal) return found.target
  return undefined
}

/** A sentence about what is in the file and isn't read; none if there is nothing. */
export const notRead = ({ zip }: Package): string => {
  const names = Array.from(zip.entries.keys())
  // A chart embeds the sheet of its data, which the chart shows.
  const isEmbedded = (name: string): boolean =>
    /\/(?:embeddings|activeX)\//i.test(name) && !(hasCharts && /\.xlsx$/i.test(name))
  const hasCharts = names.some((name) => /\/charts\//i.test(name))
  const kinds = [
    ...(names.some((name) => /vbaProject\.bin$/i.test(name)) ? ["macros"] : []),
    ...(names.some(isEmbedded) ? ["embedded files"] : []),
    ...(names.some((name) => /\/externalLinks\//i.test(name)) ? ["other files that this one refers to"] : []),
  ]
  return kinds.length === 0 ? "" : `<p><em>Not read: ${kinds.join(", ")}.</em></p>`
}

// --- private --------------------------------------------------------------------------

const relationshipIn =
  (part: string) =>
  (node: Xml.Node): readonly [string, Relationship] => {
    const { Id = "", Target = "", TargetMode = "", Type = "" } = node.attributes
    const isExternal = TargetMode.toLowerCase() === "external"
    const type = Type.slice(Type.lastIndexOf("/") + 1)
    return [Id, { type, target: isExternal ? Target : resolved(part, Target), isExternal }]
  }

/** A target relative to a part, as a name in the archive. */
const resolved = (part: string, target: string): string => {
  const path = target.startsWith("/") ? [] : part.split("/").slice(0, -1)
  for (const step of target.split("/")) {
    if (step === "..") path.pop()
    else if (step !== "." && step !== "") path.push(step)
  }
  return path.join("/")
}
