/** The signs of a page's kind: questions with answers from 0 to 1. */
import type { Feature } from "../blocks/Feature.ts"
import { buildSigns } from "./BuildSigns.ts"
import { declaredSigns } from "./DeclaredSigns.ts"
import type { Evidence } from "./Evidence.ts"
import { groupSigns } from "./GroupSigns.ts"
import { urlSigns } from "./UrlSigns.ts"

/** All of them, each with a name of its own. */
export const signs: ReadonlyArray<Feature<Evidence>> = [...urlSigns, ...declaredSigns, ...buildSigns, ...groupSigns]
