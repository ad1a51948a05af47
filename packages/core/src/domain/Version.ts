/** The version of these packages for the User-Agent and the MCP server; a test compares it with `package.json`. */
export const VERSION = "0.1.0"
