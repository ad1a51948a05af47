/** Hostile pages read by Readability, whose cost grows faster than a document, end by the timeout at the latest. */
import { hazards } from "./hazards/Hazards.ts"
import { isHtml, readabilityTests } from "./hazards/HazardTests.ts"
import { readabilityNames } from "./hazards/Measured.ts"

const pages = hazards.filter(isHtml)

readabilityNames.forEach((layer, number) =>
  readabilityTests(
    layer,
    pages.filter((_, at) => at % 8 === 4 * number),
  ),
)
