/**
 * How filters and blend modes change the colours of an element and of everything within it (Filter Effects Level 1,
 * Compositing and Blending Level 1).
 */
import { type Colour, isAlike, black, white } from "./Colour.ts"
import { functionsOf } from "./css/Syntax.ts"
import { cachedBy, matches, numberOf, pixelsOf, type Values, valueOf } from "./Values.ts"

/** The painted colour; `undefined` if it isn't known. */
export type Paint = (colour: Colour) => Colour | undefined

/** The filters of an element's style; `undefined` if they change no colour. */
export const filterOf = cachedBy((values: Values): Paint | undefined => {
  if (!values.has("filter")) return undefined
  const filters = functionsOf(valueOf(values, "filter")).filter(([name]) => !colourless.test(name))
  if (filters.length === 0) return undefined
  return (colour) =>
    filters.reduce<Colour | undefined>((painted, [name, args]) => {
      const channel = channels.get(name)
      const amount = numberOf(args[0] ?? "1")
      if (painted === undefined || channel === undefined || Number.isNaN(amount)) return undefined
      return mapped(painted, (value) => channel(value, amount))
    }, colour)
})

/**
 * The blend mode of an element's style over a known ground; `undefined` if it has none. A ground of its own is blended
 * together with the text, which stays as legible as it was.
 */
export const blendOf = (values: Values, ground: Colour | undefined): Paint | undefined => {
  const mode = valueOf(values, "mix-blend-mode")
  if (mode === "") return undefined
  if (grounds.some((property) => matches(values, property, /^(?!transparent$|none$|initial$)./))) return undefined
  const blend = blends.get(mode)
  if (blend !== undefined)
    return (colour) =>
      ground === undefined ? undefined : mapped(colour, (value, at) => 255 * blend(ground[at] / 255, value / 255))
  // These modes keep the lightness of the ground, so black and white stay.
  if (!/^(?:hue|saturation|color)$/.test(mode)) return undefined
  return () => (ground !== undefined && [black, white].some((one) => isAlike(one, ground)) ? ground : undefined)
}

/** The radius of the blur that a filter causes, in pixels. */
export const blurOf = (values: Values, property: "filter" | "backdrop-filter", fontSize: number): number => {
  if (!values.has(property)) return 0
  const radii = functionsOf(valueOf(values, property))
    .filter(([name]) => name === "blur")
    .map(([, args]) => pixelsOf(args[0] ?? "0", fontSize, Number.NaN))
  return Math.max(0, ...radii.filter((radius) => !Number.isNaN(radius)))
}

// --- private --------------------------------------------------------------------------

const grounds = ["background-color", "background-image"] as const

const colourless = /^(?:opacity|blur|drop-shadow|hue-rotate|saturate|sepia)$/

const mapped = ([red, green, blue, alpha]: Colour, map: (value: number, at: 0 | 1 | 2) => number): Colour => {
  return [inRange(map(red, 0)), inRange(map(green, 1)), inRange(map(blue, 2)), alpha]
}

const inRange = (value: number): number => Math.min(255, Math.max(0, value))

/** How filters change a channel, from 0 to 255. */
const channels: ReadonlyMap<string, (value: number, amount: number) => number> = new Map([
  ["brightness", (value, amount) => value * amount],
  ["contrast", (value, amount) => (value - 127.5) * amount + 127.5],
  ["invert", (value, amount) => value + Math.min(1, amount) * (255 - 2 * value)],
  ["grayscale", (value) => value],
])

type Blend = (ground: number, source: number) => number

const screenBlend: Blend = (ground, source) => ground + source - ground * source
const hard: Blend = (ground, source) => (source <= 0.5 ? ground * 2 * source : screenBlend(ground, 2 * source - 1))

/** How blend modes change a channel, from 0 to 1. */
const blends: ReadonlyMap<string, Blend> = new Map<string, Blend>([
  ["multiply", (ground, source) => ground * source],
  ["screen", screenBlend],
  ["darken", Math.min],
  ["lighten", Math.max],
  ["difference", (ground, source) => Math.abs(ground - source)],
  ["exclusion", (ground, source) => ground + source - 2 * ground * source],
  ["hard-light", hard],
  ["overlay", (ground, source) => hard(source, ground)],
  ["soft-light", (ground, source) => ground + (2 * source - 1) * (Math.sqrt(ground) - ground)],
  ["color-dodge", (ground, source) => (ground === 0 ? 0 : source === 1 ? 1 : Math.min(1, ground / (1 - source)))],
  ["color-burn", (ground, source) => (ground === 1 ? 1 : source === 0 ? 0 : 1 - Math.min(1, (1 - ground) / source))],
  ["plus-lighter", (ground, source) => Math.min(1, ground + source)],
])
