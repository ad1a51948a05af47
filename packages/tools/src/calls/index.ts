/**
 * The tools, and `fetchImage`, as functions of any arguments. Every front end (toolkit, MCP, Promise facade) calls
 * these, so all of them give the same answers.
 */
export { docsFetch, docsSearch, of as docsSites } from "./DocsSiteCalls.ts"
export { type LibraryCall, readLibraryPage, searchLibraries } from "./LibraryCalls.ts"
export { fetch, fetchOrImage, fetchPage, fetchPages, MaxImageBytes, withUrls } from "./Fetch.ts"
export { ImageAdvice } from "./ImageAdvice.ts"
export { checkQuote } from "./CheckQuote.ts"
export { map, mapWith } from "./Map.ts"
export { image } from "./Image.ts"
export { search } from "./Search.ts"
export { searchThenFetch } from "./SearchAndFetch.ts"
export { logged, OnFailure, type ToolCall, withBackend } from "./ToolCall.ts"
