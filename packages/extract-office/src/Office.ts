/** The formats of this package. The code that reads their documents is loaded with the first one. */
import { DocumentFormat } from "@porthole/core"

const openXml = "application/vnd.openxmlformats-officedocument."

/**
 * Word, Excel and PowerPoint files (ISO/IEC 29500), OpenDocument files, EPUB books, and other ZIP archives, whose files
 * are listed by name. The archive's own files decide which of these it is, whatever its declared type.
 */
export const office: DocumentFormat.DocumentFormat = {
  name: "office",
  mediaTypes: [
    `${openXml}wordprocessingml.document`,
    `${openXml}spreadsheetml.sheet`,
    `${openXml}presentationml.presentation`,
    "application/epub+zip",
    ...["text", "spreadsheet", "presentation"].map((kind) => `application/vnd.oasis.opendocument.${kind}`),
  ],
  extensions: [
    "docx",
    "docm",
    "dotx",
    "xlsx",
    "xlsm",
    "xltx",
    "pptx",
    "pptm",
    "ppsx",
    "epub",
    "odt",
    "ods",
    "odp",
    "zip",
  ],
  readsType: (type) => otherType.test(type),
  weight: 0.5,
  isBinary: true,
  magicBytes: "PK\u0003\u0004",
  module: DocumentFormat.moduleBeside(import.meta.url, "OfficeFormat"),
  isolation: "process",
}

/** Jupyter notebooks (nbformat 4). Servers send them as JSON or as plain text. */
export const notebook: DocumentFormat.DocumentFormat = {
  name: "notebook",
  mediaTypes: ["application/x-ipynb+json"],
  extensions: ["ipynb"],
  sniff: (start) =>
    /^\s*\{\s*"(?:cells"\s*:\s*\[|metadata"\s*:\s*\{|nbformat(?:_minor)?"\s*:\s*\d)/.test(start) &&
    /"cell_type"\s*:|"nbformat"\s*:\s*\d/.test(start),
  sentAs: ["application/json", "text/json", "text/plain"],
  weight: 0.5,
  isBinary: false,
  module: DocumentFormat.moduleBeside(import.meta.url, "NotebookFormat"),
  isolation: "process",
}

/** Messages of e-mail (RFC 5322 and MIME). */
export const message: DocumentFormat.DocumentFormat = {
  name: "message",
  mediaTypes: ["message/rfc822"],
  extensions: ["eml"],
  weight: 0.5,
  isBinary: true,
  module: DocumentFormat.moduleBeside(import.meta.url, "MessageFormat"),
  isolation: "process",
}

// --- private --------------------------------------------------------------------------

/** Templates, files with macros, and archives. */
const otherType =
  /^application\/(?:vnd\.oasis\.opendocument\.(?:text|spreadsheet|presentation)-[\w-]{1,30}|vnd\.openxmlformats-officedocument\.[\w.]{1,60}|vnd\.ms-(?:word|excel|powerpoint)\.[\w.]{1,60}\.macroenabled\.12|zip|x-zip-compressed)$/
