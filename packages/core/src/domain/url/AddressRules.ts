/**
 * The rules for better addresses: those that come with Porthole, and an operator's own. The first one that fits a page
 * counts, so the operator's come first.
 *
 * A rule needs a source: the place where the site documents the better address.
 */
import { type AddressRule, faultOf } from "./AddressRule.ts"

/** The settings that the rules depend on. */
export interface RuleSettings {
  readonly better_addresses: boolean
  readonly address_rules: ReadonlyArray<string>
}

/** The rule by which a page's own link to its Markdown version is followed, with the page. It has no template. */
export const markdownLink = "markdown-link"

/** The rules in force, in their order. */
export const inForce = ({ address_rules, better_addresses }: RuleSettings): ReadonlyArray<AddressRule> => [
  ...address_rules.flatMap((text, at) => ownRule(text, at + 1) ?? []),
  ...(better_addresses ? builtIn : []),
]

/** The text of an operator's rule, `FROM => TO`, in one spelling; `undefined` if it isn't one. */
export const readOwn = (text: string): string | undefined =>
  faultOfOwn(text) === undefined ? sidesOf(text).join(" => ") : undefined

/** What is wrong with the text of an operator's rule, as a part of a sentence; `undefined` if nothing is. */
export const faultOfOwn = (text: string): string | undefined => {
  const [from = "", to, ...more] = sidesOf(text)
  if (to === undefined || more.length > 0) return "it isn't two addresses with `=>` between them"
  return faultOf({ from: [from], to })
}

/** The sentence about a page that was read by a rule, for the model. */
export const sentenceOf = (name: string): string =>
  name === markdownLink
    ? "This is the page's Markdown version, which the page names."
    : `This comes from a better address (url): ${builtIn.find((rule) => rule.name === name)?.told ?? toldOfOwn(name)}.`

/** The rules that come with Porthole. */
export const builtIn: ReadonlyArray<AddressRule> = [
  {
    name: "github-file",
    when: "before",
    from: ["https://github.com/{owner}/{repo}/blob/{ref}/{path*}"],
    to: "https://raw.githubusercontent.com/{owner}/{repo}/{ref}/{path*}",
    told: "the file that the requested page shows",
    source: "https://docs.github.com/en/repositories/working-with-files/using-files/viewing-and-understanding-files",
  },
  {
    name: "github-folder",
    when: "after",
    from: ["https://github.com/{owner}/{repo}/tree/{ref}/{path*}"],
    to: "https://raw.githubusercontent.com/{owner}/{repo}/{ref}/{path*}/README.md",
    told: "the README of the requested folder",
    source: "https://docs.github.com/en/repositories/managing-your-repositorys-settings-and-features",
  },
  {
    name: "github-readme",
    when: "after",
    from: ["https://github.com/{owner}/{repo}"],
    to: "https://raw.githubusercontent.com/{owner}/{repo}/HEAD/README.md",
    told: "the README of the requested repository",
    source: "https://docs.github.com/en/repositories/managing-your-repositorys-settings-and-features",
  },
  {
    name: "github-issue",
    when: "after",
    from: [
      "https://github.com/{owner}/{repo}/issues/{number:number}",
      "https://github.com/{owner}/{repo}/pull/{number:number}",
    ],
    to: "https://api.github.com/repos/{owner}/{repo}/issues/{number:number}",
    told: "the requested issue as data, without its comments, which its comments_url has",
    source: "https://docs.github.com/en/rest/issues/issues#get-an-issue",
  },
  {
    name: "github-wiki",
    when: "after",
    from: ["https://github.com/{owner}/{repo}/wiki/{page}"],
    to: "https://raw.githubusercontent.com/wiki/{owner}/{repo}/{page}.md",
    told: "the file of the requested wiki page",
    source: "https://docs.github.com/en/communities/documenting-your-project-with-wikis",
  },
  {
    name: "gist",
    when: "after",
    from: ["https://gist.github.com/{user}/{id:hex}"],
    to: "https://gist.githubusercontent.com/{user}/{id:hex}/raw",
    told: "the first file of the requested gist; it may have more",
    source: "https://docs.github.com/en/rest/gists/gists#truncation",
  },
  {
    name: "gitlab-file",
    when: "before",
    from: ["https://gitlab.com/{project*}/-/blob/{path*}"],
    to: "https://gitlab.com/{project*}/-/raw/{path*}",
    told: "the file that the requested page shows",
    source: "https://docs.gitlab.com/user/project/repository/files/",
  },
  {
    name: "gitlab-host-file",
    when: "after",
    from: ["https://{site*}/{project*}/-/blob/{path*}"],
    to: "https://{site*}/{project*}/-/raw/{path*}",
    told: "the file that the requested page shows",
    source: "https://docs.gitlab.com/user/project/repository/files/",
  },
  {
    name: "gitlab-snippet",
    when: "before",
    from: ["https://gitlab.com/{project*}/-/snippets/{number:number}"],
    to: "https://gitlab.com/{project*}/-/snippets/{number:number}/raw",
    told: "the first file of the requested snippet; it may have more",
    source: "https://docs.gitlab.com/user/snippets/",
  },
  {
    name: "gitlab-issue",
    when: "after",
    from: ["https://gitlab.com/{group}/{project}/-/issues/{number:number}"],
    to: "https://gitlab.com/api/v4/projects/{group}%2F{project}/issues/{number:number}",
    told: "the requested issue as data, without its comments",
    source: "https://docs.gitlab.com/api/issues/#single-project-issue",
  },
  {
    name: "gitlab-readme",
    when: "after",
    from: ["https://gitlab.com/{group}/{project}"],
    to: "https://gitlab.com/{group}/{project}/-/raw/HEAD/README.md",
    told: "the README of the requested project",
    source: "https://docs.gitlab.com/user/project/repository/files/#readme-and-index-files",
  },
  {
    name: "bitbucket-file",
    when: "before",
    from: ["https://bitbucket.org/{owner}/{repo}/src/{ref}/{path*}"],
    to: "https://bitbucket.org/{owner}/{repo}/raw/{ref}/{path*}",
    told: "the file that the requested page shows",
    source: "https://support.atlassian.com/bitbucket-cloud/docs/get-the-raw-url-of-a-file/",
  },
  {
    name: "google-doc",
    when: "before",
    from: [
      "https://docs.google.com/document/d/{id:id}",
      "https://docs.google.com/document/d/{id:id}/edit",
      "https://docs.google.com/document/d/{id:id}/view",
      "https://docs.google.com/document/d/{id:id}/preview",
      "https://docs.google.com/document/u/{user:number}/d/{id:id}/edit",
    ],
    to: "https://docs.google.com/document/d/{id:id}/export?format=md",
    told: "the requested document as exported by Google Docs",
    source: "https://developers.google.com/workspace/drive/api/guides/ref-export-formats",
  },
  {
    name: "google-sheet",
    when: "before",
    from: [
      "https://docs.google.com/spreadsheets/d/{id:id}/edit?gid={gid:number}",
      "https://docs.google.com/spreadsheets/d/{id:id}/view?gid={gid:number}",
      "https://docs.google.com/spreadsheets/u/{user:number}/d/{id:id}/edit?gid={gid:number}",
    ],
    to: "https://docs.google.com/spreadsheets/d/{id:id}/export?format=csv&gid={gid:number}",
    told: "the requested sheet as exported by Google Sheets; the workbook may have more sheets",
    source: "https://developers.google.com/workspace/drive/api/guides/ref-export-formats",
  },
  {
    name: "google-workbook",
    when: "before",
    from: [
      "https://docs.google.com/spreadsheets/d/{id:id}",
      "https://docs.google.com/spreadsheets/d/{id:id}/edit",
      "https://docs.google.com/spreadsheets/d/{id:id}/view",
    ],
    to: "https://docs.google.com/spreadsheets/d/{id:id}/export?format=csv",
    told: "the first sheet of the requested workbook as exported by Google Sheets; it may have more sheets",
    source: "https://developers.google.com/workspace/drive/api/guides/ref-export-formats",
  },
  {
    name: "google-slides",
    when: "before",
    from: [
      "https://docs.google.com/presentation/d/{id:id}",
      "https://docs.google.com/presentation/d/{id:id}/edit",
      "https://docs.google.com/presentation/d/{id:id}/view",
      "https://docs.google.com/presentation/d/{id:id}/preview",
      "https://docs.google.com/presentation/u/{user:number}/d/{id:id}/edit",
    ],
    to: "https://docs.google.com/presentation/d/{id:id}/export/txt",
    told: "the text of the requested slides as exported by Google Slides",
    source: "https://developers.google.com/workspace/drive/api/guides/ref-export-formats",
  },
  {
    name: "google-drive-file",
    when: "before",
    mayBeNotice: true,
    from: [
      "https://drive.google.com/file/d/{id:id}/view",
      "https://drive.google.com/file/d/{id:id}/preview",
      "https://drive.google.com/open?id={id:id}",
    ],
    to: "https://drive.google.com/uc?export=download&id={id:id}",
    told: "the file that the requested page shows",
    source: "https://developers.google.com/workspace/drive/api/guides/manage-downloads",
  },
  {
    name: "arxiv-paper",
    when: "before",
    from: ["https://arxiv.org/abs/{id*}", "https://www.arxiv.org/abs/{id*}"],
    to: "https://arxiv.org/html/{id*}",
    told: "the whole paper; the requested page has its abstract only",
    source: "https://info.arxiv.org/about/accessible_HTML.html",
  },
  {
    name: "amp",
    when: "after",
    hasSameTitle: true,
    from: [
      "https://{site*}/amp/{page*}",
      "https://{site*}/{page*}/amp",
      "https://{site*}/{page*}?amp=1",
      "https://{site*}/{page*}?outputType=amp",
    ],
    to: "https://{site*}/{page*}",
    told: "the page of which the requested one is the AMP version",
    source: "https://amp.dev/documentation/guides-and-tutorials/optimize-and-measure/discovery",
  },
  {
    name: "old-reddit",
    when: "after",
    from: [
      "https://www.reddit.com/r/{community}/comments/{post*}",
      "https://reddit.com/r/{community}/comments/{post*}",
    ],
    to: "https://old.reddit.com/r/{community}/comments/{post*}",
    told: "the requested post in Reddit's older view",
    source: "https://old.reddit.com/",
  },
  {
    name: "wikipedia-mobile",
    when: "after",
    from: ["https://{language}.m.wikipedia.org/wiki/{page*}"],
    to: "https://{language}.wikipedia.org/wiki/{page*}",
    told: "the requested article in Wikipedia's view for computers",
    source: "https://www.mediawiki.org/wiki/Extension:MobileFrontend",
  },
  {
    name: "docs-list",
    when: "after",
    isList: true,
    from: [
      ...["docs", "doc", "developer", "developers", "help", "learn", "api"].map(
        (name) => `https://${name}.{site*}/{page*}`,
      ),
      ...["docs", "doc", "documentation", "guide", "guides", "reference", "manual", "learn", "api"].map(
        (name) => `https://{site*}/${name}/{page*}`,
      ),
    ],
    to: "https://{host}/llms.txt",
    told: "the page's Markdown version, which the site's llms.txt names",
    source: "https://llmstxt.org/",
  },
]

// --- private --------------------------------------------------------------------------

const ownPrefix = "own-"

const sidesOf = (text: string): ReadonlyArray<string> => text.split("=>").map((side) => side.trim())

const toldOfOwn = (name: string): string => `that of the operator's rule ${name.slice(ownPrefix.length)}`

const ownRule = (text: string, number: number): AddressRule | undefined => {
  const [from, to] = text.split(" => ")
  if (from === undefined || to === undefined) return undefined
  const name = `${ownPrefix}${number}`
  return { name, when: "before", from: [from], to, told: toldOfOwn(name), source: "the setting address_rules" }
}
