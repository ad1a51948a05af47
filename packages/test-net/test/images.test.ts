/** Tests images by the real layers: every kind of file and of refusal, and a sample of redirects. */
import { sampleOf } from "../../../test/tiers/Sample.ts"
import { declare, elsewhere, images, redirects, refused } from "./ImageTests.ts"

declare([...images, ...refused, ...sampleOf(redirects, 6)], sampleOf(elsewhere, 5))
