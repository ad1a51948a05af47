/** The words of three texts, one after the other, so that every call is made once. */
import { HostileWords } from "@porthole/testing"
import { sampleOf } from "../../../test/tiers/Sample.ts"
import { hostileTests } from "./support/hostileAnswers.ts"

const [first = 0] = sampleOf(Array.from(HostileWords.texts.keys()).slice(0, -2), 1)

hostileTests([first, first + 1, first + 2], [first])
