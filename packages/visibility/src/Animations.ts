/** The lasting effect of CSS animations (CSS Animations Level 1) on an element's values. */
import type { Declaration } from "./Declaration.ts"
import type { Frame } from "./StyleSheets.ts"
import { listOf } from "./css/Syntax.ts"
import { type Values, valueOf } from "./Values.ts"

/**
 * The values of an element when its animations have ended; important ones stand. An animation that never ends has the
 * values that all its frames share, and one that a visitor won't wait for those of its beginning.
 */
export const ended = (
  values: Map<string, Declaration>,
  keyframes: ReadonlyMap<string, ReadonlyArray<Frame>>,
): Values => {
  const animation = values.get("animation-name")
  if (animation === undefined) return values
  for (const [at, name] of listOf(animation.value).entries()) {
    const frames = keyframes.get(name.replaceAll(/["']/g, "")) ?? []
    for (const one of frames.length === 0 ? [] : persistentValues(values, at, frames))
      if (values.get(one.property)?.isImportant !== true)
        values.set(one.property, { ...one, ruleSelectors: animation.ruleSelectors })
  }
  return values
}

// --- private --------------------------------------------------------------------------

/** Seconds that nobody waits for an animation to begin, and to end. */
const long = { delay: 60, duration: 600 } as const

const persistentValues = (values: Values, at: number, frames: ReadonlyArray<Frame>): ReadonlyArray<Declaration> => {
  const part = (name: string): string => {
    const list = listOf(valueOf(values, `animation-${name}`))
    return list[at % list.length] ?? ""
  }
  const [direction, mode, count] = [part("direction"), part("fill-mode"), part("iteration-count")]
  const declaredAt = (moment: number): ReadonlyArray<Declaration> =>
    frames.filter((frame) => frame.at === moment).flatMap(({ declarations }) => declarations)
  const isReverse = direction.includes("reverse")
  const isLate = secondsOf(part("delay")) >= long.delay
  const isSlow = count !== "infinite" && secondsOf(part("duration")) >= long.duration
  if (part("play-state") === "paused" || (isLate ? /^(?:backwards|both)$/.test(mode) : isSlow))
    return declaredAt(isReverse ? 1 : 0)
  if (isLate) return []
  if (count === "infinite") return declaredAt(0).filter((one) => isShared(one, frames))
  if (!/^(?:forwards|both)$/.test(mode)) return []
  const isTurned = direction.startsWith("alternate") && Math.ceil(Number(count || "1")) % 2 === 0
  return declaredAt(isReverse === isTurned ? 1 : 0)
}

/** Whether a declaration also holds at an animation's end and at each stop that declares its property. */
const isShared = ({ property, value }: Declaration, frames: ReadonlyArray<Frame>): boolean => {
  const others = frames.flatMap(({ at, declarations }) =>
    declarations.filter((one) => one.property === property).map((one) => ({ at, value: one.value })),
  )
  return others.every((one) => one.value === value) && others.some(({ at }) => at === 1)
}

const secondsOf = (time: string): number => Number.parseFloat(time) * (time.endsWith("ms") ? 0.001 : 1)
