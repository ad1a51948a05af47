/** Tests that a page which needs scripts is read by the real command with a real browser. */
import { declare } from "./RenderingTests.ts"

declare(["off", "flag"])
