/** The error of a file that is declared as an Office file and is no archive: it names what the file is. */
import type { WebError } from "@porthole/core"
import { DocumentFormat } from "@porthole/core"
import { damaged, encrypted, isEmpty } from "./Damage.ts"

/** Office encrypts a file within a compound file (MS-OFFCRYPTO, section 1.3). */
export const notArchive = (bytes: Uint8Array, contentType: string): WebError.WebError => {
  if (bytes.length === 0) return isEmpty
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (start.length < 8 || start.readUInt32BE(0) !== 0xd0cf11e0) return damaged
  return start.includes(Buffer.from("EncryptedPackage", "utf16le"))
    ? encrypted
    : DocumentFormat.unsupportedType(contentType, bytes)
}
