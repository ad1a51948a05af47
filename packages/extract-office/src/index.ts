/** Office files, books and notebooks as document formats of Porthole's extractor. */
export { notebook, office } from "./Office.ts"
