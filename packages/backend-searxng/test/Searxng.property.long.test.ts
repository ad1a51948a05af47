/** What any answer of an instance becomes. */
import { answerProperties } from "./AnswerProperties.ts"

answerProperties(1)
