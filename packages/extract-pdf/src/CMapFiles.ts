/**
 * The predefined CMaps of Chinese, Japanese and Korean fonts (ISO 32000-1, section 9.7.5.2). Without them a document
 * that uses one, and embeds no map to Unicode, has no text.
 */
import { readFile } from "node:fs/promises"

/** Supplies files to pdf.js (`BinaryDataFactory`): CMaps only, neither fonts nor WebAssembly. */
export class CMapFiles {
  fetch({ filename, kind }: { readonly filename: string; readonly kind: string }): Promise<Uint8Array> {
    return kind === "cMapUrl" && /^[\w-]+\.bcmap$/.test(filename)
      ? readFile(new URL(filename, folder)).then((data) => new Uint8Array(data))
      : Promise.reject(new Error("This file isn't provided."))
  }
}

// --- private --------------------------------------------------------------------------

const folder = new URL("../assets/cmaps/", import.meta.url)
