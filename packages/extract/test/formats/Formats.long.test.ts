/** Any content under any type is read or refused, with four times as many runs as in `Formats.test.ts`. */
import { contentTests } from "./AnyContent.ts"

contentTests(600)
