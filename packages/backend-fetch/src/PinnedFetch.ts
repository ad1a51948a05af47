/** The methods of `WebBackend` over the pinned transport: {@link extract} for pages, {@link image} for images. */
export { image } from "./page/PinnedImage.ts"
export { extract, headersOf } from "./page/PinnedPage.ts"
