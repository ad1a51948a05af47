/** The failures of a document's reading, for the model. */
import { WebError } from "@porthole/core"

const failed = (message: string): WebError.WebError => WebError.make({ error: "extraction_failed", message })

export const damaged = failed("The document is damaged. Use another one.")
export const isEmpty = failed("The document is empty. Use another one.")
export const tooLarge = failed("The document unpacks to more than can be read. Use another one.")
export const encrypted = failed("The document needs a password. Use another one.")
export const isProtected = failed("The book is protected by digital rights management (DRM). Use another one.")
