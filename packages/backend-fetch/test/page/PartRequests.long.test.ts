/** The policy holds for parts with the URLs of all vectors. */
import { describe } from "@effect/vitest"
import { partVectorTest, vectors } from "./PartVectors.ts"

describe("the policy", () => partVectorTest(vectors))
