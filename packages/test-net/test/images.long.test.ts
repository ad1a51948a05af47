/** Tests images by the real layers: every file, refusal, redirect and other target. */
import { declare, elsewhere, images, redirects, refused } from "./ImageTests.ts"

declare([...images, ...refused, ...redirects], elsewhere)
