/** What holds for any document. */
import { propertyTests } from "./AnyDocument.ts"

propertyTests(1)
