/** Dialogs about the cart, which a shop's page holds for the click on its button; only a style sheet hides them. */
import { hintNames } from "../model/Hints.ts"
import type { Holder } from "../model/Block.ts"
import type { UnitRule } from "../phases/Rule.ts"

/** Drops short boxes that are named a cart or an account, and a dialog or a layer. */
export const cartDialogs: UnitRule = {
  name: "cartDialogs",
  case: "A dialog says that a product was put into the cart, though nobody did so.",
  phase: "unit",
  reads: { attributes: ["class"] },
  run: ({ kept, page: { blocks } }) => {
    blocks.forEach(({ holder }, at) => {
      const box = holder.hinted[accountBit]
      if (kept[at] === true && box !== undefined && box.words <= maxWords && isDialog(box)) kept[at] = false
    })
  },
}

// --- private --------------------------------------------------------------------------

/** Maximum words of such a dialog. */
const maxWords = 80

const [accountBit, overlayBit] = [hintNames.indexOf("account"), hintNames.indexOf("overlay")]

const isDialog = (box: Holder): boolean =>
  box.hinted[overlayBit] === box || /(?:^|[\s_-])layer(?:[\s_-]|$)/i.test(box.element.getAttribute("class") ?? "")
