/** Checks of what is fetched instead of a page: its Markdown twin. */
import { fetchTest, type Mutant, never, transport } from "./Mutant.ts"

const TwinRead = transport("TwinRead")
const walks = fetchTest("TwinRead")

/** In the order of a twin's way. */
export const twinMutants: ReadonlyArray<Mutant> = [
  {
    name: "a twin of the page's origin",
    protects: "a page that has another site's text read under its URL",
    edits: [{ file: transport("MarkdownTwin"), find: "target.origin !== origin ||", replace: `${never} ||` }],
    tests: [fetchTest("MarkdownTwin")],
  },
  {
    name: "the host of a twin's redirects",
    protects: "the same, by a redirect; and names that are asked for on a site's word",
    edits: [
      {
        file: TwinRead,
        find: "const policy = { ...settings, within }",
        replace: "const policy = { ...settings, ...(within.port < 0 ? { within } : {}) }",
      },
    ],
    tests: [walks],
  },
  {
    name: "the scheme of a twin's redirects",
    protects: "the same, where http and https are served by two",
    edits: [
      {
        file: TwinRead,
        find: "if (WebUrl.target(url).origin !== origin) return",
        replace: `if (WebUrl.target(url).origin !== origin && ${never}) return`,
      },
    ],
    tests: [walks],
  },
  {
    name: "robots.txt for a twin",
    protects: "sites, and whoever would be blamed for a crawl they forbid",
    edits: [
      {
        file: TwinRead,
        find: "siteRules === undefined ? Effect.undefined",
        replace: `siteRules === undefined || !(${never}) ? Effect.undefined`,
      },
    ],
    tests: [walks],
  },
  {
    name: "time for a twin",
    protects: "a page that is there, lost while its twin keeps us waiting",
    edits: [
      {
        file: TwinRead,
        find: "{ duration: time, orElse: () => Effect.undefined }",
        replace: "{ duration: time * 1_000, orElse: () => Effect.undefined }",
      },
    ],
    tests: [walks],
  },
  {
    name: "what a visitor writes is no offer",
    protects: "a page whose text a visitor replaces by a link in a comment",
    edits: [
      {
        file: transport("PageHead"),
        find: "!headNames.has(tag.name)",
        replace: `!headNames.has(tag.name) && ${never}`,
      },
    ],
    tests: [fetchTest("PageHead")],
  },
]
