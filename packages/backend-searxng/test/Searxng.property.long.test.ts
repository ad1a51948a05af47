/** SearXNG: the properties of every possible answer. */
import { answerProperties } from "./AnswerProperties.ts"

answerProperties(1)
