/** Posts that microdata declares, wherever they are. Without the rule threads lose authors in silence. */
import { select } from "@porthole/visibility/dom"
import { type Group, posts } from "../records/Groups.ts"
import type { RecordRule } from "../phases/Rule.ts"

/** Adds declared posts. */
export const declaredPosts: RecordRule = {
  name: "declaredPosts",
  case: "A question isn't a sibling of its answers, but microdata declares all as posts.",
  phase: "record",
  reads: { attributes: ["itemtype"] },
  run: (finding) => {
    finding.groups = [...finding.groups, ...postsOf(finding.body)]
  },
}

// --- private --------------------------------------------------------------------------

/** Posts declared by schema.org's microdata, wherever they are: a question isn't a sibling of its answers. */
const postsOf = (body: Element): ReadonlyArray<Group> => {
  const items = select(body, "[itemtype]").filter((element) => typeOf(element) !== undefined)
  const isQuestion = items.some((element) => typeOf(element) === "Question")
  const records = items.filter((element) => ["Question", "Answer"].includes(typeOf(element) ?? "") === isQuestion)
  return records.length < 2 ? [] : [{ key: posts, name: posts, depth: -1, records }]
}

const typeOf = (element: Element): string | undefined =>
  /schema\.org\/(Question|Answer|DiscussionForumPosting|SocialMediaPosting|Comment)$/.exec(
    element.getAttribute("itemtype") ?? "",
  )?.[1]
