/**
 * The methods of `WebBackend` over the pinned transport: {@link extract} for pages, {@link image} for images,
 * {@link site} for maps and crawls, {@link file} for documentation that a user adds.
 */
export { image } from "./page/PinnedImage.ts"
export { file, type FetchedFile, type FileLimits } from "./page/PinnedFile.ts"
export { site } from "./page/PinnedSite.ts"
export { extract, headersOf } from "./page/PinnedPage.ts"
