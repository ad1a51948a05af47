/** The words of every text. */
import { HostileWords } from "@porthole/testing"
import { hostileTests } from "./support/hostileAnswers.ts"

hostileTests(Array.from(HostileWords.texts.keys()), [0, 4, 8])
