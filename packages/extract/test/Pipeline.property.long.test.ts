/** The properties of every reading. */
import { propertyTests } from "./AnyDocument.ts"

propertyTests(1)
