/** Tests that a page which needs scripts is read by every face with a real browser, and what the doctor says of one. */
import { declare, names } from "./RenderingTests.ts"

declare(names)
