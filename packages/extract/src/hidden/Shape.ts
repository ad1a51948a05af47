/** Shapes that leave nothing of a box: clips, clip paths and masks. */
import { colourOf, isClear } from "./Colour.ts"
import { pixelsOf } from "./Length.ts"

/** Whether a mask leaves nothing to be seen. */
export const isClearMask = (value: string, isDark: boolean): boolean => {
  const inside = /^(?:linear|radial)-gradient\(([^]*)\)$/.exec(value)?.[1]
  const colours = inside
    ?.split(/,(?![^(]*\))/)
    .map((stop) => colourOf(stop.trim(), isDark))
    .filter((one) => one !== undefined)
  return colours !== undefined && colours.length > 0 && colours.every(isClear)
}

/** The individual `rotate` property as a transform function. */
export const rotation = (value: string): string => {
  const [, axis = "z", angle = "0"] = /^(?:([xyz])\s+|((?:[-\d.]+\s+){3}))?(\S+)$/.exec(value) ?? []
  const vector = /^((?:[-\d.]+\s+){3})(\S+)$/.exec(value)
  if (vector !== null) return `rotate3d(${(vector[1] ?? "").trim().split(/\s+/).join(",")},${vector[2]})`
  return `rotate${axis}(${angle === "" ? "0" : (value.split(/\s+/).at(-1) ?? "0")})`
}

/** Whether the old `clip` property leaves nothing of a box. */
export const isEmptyClip = (value: string): boolean => {
  const [, inside] = /^rect\(([^()]*)\)$/.exec(value) ?? []
  if (inside === undefined) return false
  const [top = Number.NaN, right = Number.NaN, bottom = Number.NaN, left = Number.NaN] = inside
    .split(/[\s,]+/)
    .filter((part) => part !== "")
    .map((part) => pixelsOf(part, { fontSize: 16, percent: Number.NaN }))
  return right - left <= 1 || bottom - top <= 1
}

/** Whether a `clip-path` encloses no area. */
export const isEmptyPath = (value: string): boolean => {
  const [, shape, inside = ""] = /^(inset|circle|ellipse|polygon|rect|xywh|path)\(([^()]*)\)/.exec(value) ?? []
  const lengths = inside
    .replace(/\bround\b.*|\bat\b.*/, "")
    .trim()
    .split(/[\s,]+/)
  const sizes = lengths.map((part) => pixelsOf(part, { fontSize: 16, percent: 100 }))
  const [top = Number.NaN, right = top, bottom = top, left = right] = sizes
  const isShare = lengths.every((part) => part.endsWith("%") || /^0(?:px)?$/.test(part))
  if (shape === "inset") return isShare && (top + bottom >= 100 || left + right >= 100)
  if (shape === "rect") return bottom - top <= 0 || right - left <= 0
  if (shape === "xywh") return bottom <= 0 || left <= 0
  if (shape === "path") return !/[lhvcsqtaz]/i.test(inside.replaceAll(/["']/g, ""))
  if (shape !== "polygon") return shape !== undefined && (top === 0 || (shape === "ellipse" && right === 0))
  const points = inside.split(",").map((point) =>
    point
      .trim()
      .split(/\s+/)
      .map((part) => Number.parseFloat(part)),
  )
  const area = points.reduce((sum, [x = 0, y = 0], at) => {
    const [nextX = 0, nextY = 0] = points[(at + 1) % points.length] ?? []
    return sum + x * nextY - nextX * y
  }, 0)
  return Math.abs(area) < 1
}
