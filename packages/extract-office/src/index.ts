/** Office files, books, notebooks and messages as document formats of Porthole's extractor. */
export { message, notebook, office } from "./Office.ts"
