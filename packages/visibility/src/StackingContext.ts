/** Stacking contexts: elements that are painted together with all of their content (CSS 2 appendix E, and later). */
import { cachedBy, matches, numberOf, type Values, valueOf } from "./Values.ts"

/** Whether a style makes an element a stacking context. */
export const isStackingContext = (values: Values): boolean =>
  matches(values, "z-index", /\d/) || isUnindexedStackingContext(values)

/** The same without `z-index`, which counts on some elements only; such an element is painted above the flow. */
export const isUnindexedStackingContext = cachedBy(
  (values: Values) =>
    matches(values, "position", /^(?:fixed|sticky|-webkit-sticky)$/) ||
    matches(values, "isolation", /^isolate$/) ||
    (values.has("opacity") && numberOf(valueOf(values, "opacity")) < 1) ||
    matches(values, "contain", /paint|layout|strict|content/) ||
    matches(values, "content-visibility", /^(?:auto|hidden)$/) ||
    matches(values, "will-change", /^(?!auto$|contents$|scroll-position$)./) ||
    properties.some((property) => matches(values, property, /^(?!none$|normal$|flat$|initial$)./)),
)

// --- private --------------------------------------------------------------------------

/** Properties that make one by any value but their initial one. */
const properties: ReadonlyArray<string> = [
  ..."transform translate scale rotate perspective transform-style".split(" "),
  ..."filter backdrop-filter clip-path mask-image mix-blend-mode animation-name view-transition-name".split(" "),
]
