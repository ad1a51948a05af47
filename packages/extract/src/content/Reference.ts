/**
 * References that a program wrote from source code. Every entry is content, also the hundredth of its kind, though the
 * model takes many of them for clutter.
 */
import { select } from "@porthole/visibility/dom"

/** Whether a document names such a program as its generator. */
export const isReference = ({ head }: Document): boolean =>
  select(head, "meta[content]").some(
    (meta) =>
      meta.getAttribute("name")?.toLowerCase() === "generator" && generators.test(meta.getAttribute("content") ?? ""),
  )

// --- private --------------------------------------------------------------------------

const generators = /^(?:doxygen|javadoc|rustdoc|pdoc|docfx|typedoc)\b/i
