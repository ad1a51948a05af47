/** What a call fails with whose deadline passed, whoever of those that keep it notices first. */
import * as WebError from "./WebError.ts"

/** A search's. */
export const search: WebError.WebError = WebError.make({ error: "timeout", message: "The search took too long." })

/** A page's. */
export const page: WebError.WebError = WebError.make({ error: "timeout", message: "Fetching the page took too long." })
