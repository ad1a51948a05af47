/** The properties of every reading, in an eighth of the runs of `Pipeline.property.long.test.ts`. */
import { propertyTests } from "./AnyDocument.ts"

propertyTests(1 / 8)
