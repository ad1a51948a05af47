/** Who Firecrawl is, and where. One that somebody hosts themselves wants no key. */
import type * as Provider from "@porthole/core/provider"

/** Who it is. */
export const identity: Provider.Identity = {
  name: "firecrawl",
  title: "Firecrawl",
  url: "https://api.firecrawl.dev",
  key: { variable: "FIRECRAWL_API_KEY", isOptional: "elsewhere" },
}
