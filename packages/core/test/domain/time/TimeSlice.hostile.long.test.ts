/** Other work gets its turns while a use-case reads any hostile page. */
import { describe } from "@effect/vitest"
import { manyLines, texts, turnTests } from "./TurnTests.ts"

describe("other work gets turns", () => turnTests(texts, manyLines))
