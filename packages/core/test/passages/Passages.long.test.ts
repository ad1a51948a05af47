/** The passages of more Markdown, and of longer hostile text. */
import { describe } from "@effect/vitest"
import { passageProperties } from "./PassageProperties.ts"

describe("the passages of a page", () => passageProperties({ runs: 300, length: 200_000 }))
