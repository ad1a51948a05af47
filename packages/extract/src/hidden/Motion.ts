/** What animations leave behind when they have ended. */
import type { Frame } from "./StyleSheets.ts"
import type { Values } from "./Values.ts"

/** The values of an element with the last frames of its animations; important ones stand. */
export const endOf = (values: Values, keyframes: ReadonlyMap<string, ReadonlyArray<Frame>>): Values => {
  const names = listOf(values, "animation-name")
  if (names.length === 0 || names.join("") === "none") return values
  const ended = new Map(values)
  names.forEach((name, at) => {
    const frames = keyframes.get(name.replaceAll(/["']/g, ""))
    const moment = momentOf(values, at)
    if (frames === undefined || moment === undefined) return
    for (const frame of frames) {
      if (frame.at !== moment) continue
      for (const { property, value } of frame.declarations) {
        const before = ended.get(property)
        if (before?.isImportant !== true)
          ended.set(property, { value, by: before?.by ?? by(values), isImportant: false })
      }
    }
  })
  return ended
}

// --- private --------------------------------------------------------------------------

const by = (values: Values): string | undefined => values.get("animation-name")?.by

const listOf = (values: Values, property: string): ReadonlyArray<string> =>
  values
    .get(property)
    ?.value.split(",")
    .map((part) => part.trim()) ?? []

/** The frame that stays, from 0 to 1; none if the animation leaves nothing behind. */
const momentOf = (values: Values, at: number): number | undefined => {
  const own = (property: string, initial: string): string => {
    const list = listOf(values, property)
    return list[at % list.length] ?? initial
  }
  const fill = own("animation-fill-mode", "none")
  const direction = own("animation-direction", "normal")
  const isReverse = direction.includes("reverse")
  if (own("animation-play-state", "running") === "paused") return isReverse ? 1 : 0
  const count = own("animation-iteration-count", "1")
  if (count === "infinite" || (fill !== "forwards" && fill !== "both")) return undefined
  const isTurned = direction.startsWith("alternate") && Math.ceil(Number(count)) % 2 === 0
  return isReverse === isTurned ? 1 : 0
}
