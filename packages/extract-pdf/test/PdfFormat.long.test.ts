/** A PDF of any bytes ends as a page or as a failure, with five times as many runs as in `PdfFormat.test.ts`. */
import { bytesTests } from "./AnyBytes.ts"

bytesTests(150)
