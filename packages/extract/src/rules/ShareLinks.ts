/**
 * Links that share a page: by their address, because a list of them may have no name that says so, and each says only
 * the name of a network or a word in any language.
 */
import { select } from "@porthole/visibility/dom"
import type { Block } from "../model/Block.ts"
import type { UnitRule } from "../phases/Rule.ts"

/** Drops them. */
export const shareLinks: UnitRule = {
  name: "shareLinks",
  case: "A link that shares the page says only the name of a network, and where it leads.",
  phase: "unit",
  reads: { elements: ["a"], attributes: ["href", "id", "name"] },
  run: ({ kept, page }) => {
    page.blocks.forEach((block, at) => {
      if (kept[at] === true && isShareLink(block)) kept[at] = false
    })
  },
}

// --- private --------------------------------------------------------------------------

const maxWords = 6

/** Whether a block is such links, and hardly more, or links that only a script gives a meaning. */
const isShareLink = ({ element, holder, linked, words }: Block): boolean => {
  if (words > maxWords || linked === 0 || linked * 2 < words) return false
  const links = select(element, "a[href]")
  if (links.length > 0) return links.every((link) => share.test(link.getAttribute("href") ?? ""))
  // A heading is often the place that a link leads to, or its text.
  return holder.heading === 0 && select(element, "a[name], a[id]").length === 0
}

/** Where networks take a page's address, and a mail without a recipient. A message to a number is a contact. */
const share = new RegExp(
  `^mailto:\\?|^https?://(?:[\\w-]+\\.)?(?:${[
    "facebook\\.com/(?:sharer|share\\.php|dialog/share)\\b",
    "(?:twitter|x)\\.com/(?:share|intent/(?:tweet|post))\\b",
    "linkedin\\.com/(?:shareArticle|sharing/)",
    "pinterest\\.com/pin/create",
    "reddit\\.com/submit",
    "b\\.hatena\\.ne\\.jp/add",
    "t\\.me/share\\b",
    "api\\.whatsapp\\.com/send/?\\?text=",
    "wa\\.me/\\?",
  ].join("|")})`,
  "i",
)
