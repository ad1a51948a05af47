/** The version of these packages, as the User-Agent and the MCP server state it; a test holds it to `package.json`. */
export const VERSION = "0.1.0"
