/** A stage of one's own: what pages of a shop say about delivery, each in the same box, is left out. */
import { Reader, type Stage } from "@porthole/extract"

const withoutDelivery: Stage = {
  name: "delivery",
  run: ({ document }) => {
    const boxes = document.querySelectorAll(".delivery-box")
    for (const box of boxes) box.remove()
    return { note: `${boxes.length} left out` }
  },
}

/** Reads as ours does, with the stage before the others; nothing is loaded before the first page. */
export const reader = Reader.layerWith((standard) => [withoutDelivery, ...standard])

// It takes the place of ours where it is provided: WebTools.layerNode().pipe(Layer.provide(reader))
