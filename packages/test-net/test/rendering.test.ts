/** Tests that a page which needs scripts is read by the real command and by MCP with a real browser. */
import { declare } from "./RenderingTests.ts"

declare(["off", "flag", "mcp"])
