/** A custom stage that removes a shop's delivery notes, which are in the same box on every page. */
import { DocumentExtractor, type Stage } from "@porthole/extract"

const withoutDelivery: Stage = {
  name: "delivery",
  run: ({ document }) => {
    const boxes = document.querySelectorAll(".delivery-box")
    for (const box of boxes) box.remove()
    return { note: `${boxes.length} left out` }
  },
}

/** Our extractor with this stage before its own; it loads nothing before the first page. */
export const extractor = DocumentExtractor.layerWith((standard) => [withoutDelivery, ...standard])

// Provide it to replace ours: WebTools.layerNode().pipe(Layer.provide(extractor))
