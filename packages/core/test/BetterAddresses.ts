/** Addresses of pages with a better one, and the rule that leads there. */

/** An identifier as Google's documents have them. */
export const documentId = "1BxiMVs0XRA5nFMdKvBdBZjgmUUqptlbs74OgvE2upms"

const docs = `https://docs.google.com/document/d/${documentId}`
const sheet = `https://docs.google.com/spreadsheets/d/${documentId}`
const slides = `https://docs.google.com/presentation/d/${documentId}`
const raw = "https://raw.githubusercontent.com"

const row = (rule: string, page: string, better: string) => ({ rule, page, better })

export const addresses = [
  row("github-file", "https://github.com/o/r/blob/main/README.md", `${raw}/o/r/main/README.md`),
  row("github-file", "http://github.com/o/r/blob/v1.2/src/a%20b.ts?plain=1#L3-L9", `${raw}/o/r/v1.2/src/a%20b.ts`),
  row("github-file", "https://github.com/o/r/blob/feature/x/docs/a.md", `${raw}/o/r/feature/x/docs/a.md`),
  row("github-folder", "https://github.com/o/r/tree/main/packages/core", `${raw}/o/r/main/packages/core/README.md`),
  row("github-folder", "https://github.com/o/r/tree/main/docs/", `${raw}/o/r/main/docs/README.md`),
  row("github-readme", "https://github.com/o/r", `${raw}/o/r/HEAD/README.md`),
  row("github-readme", "https://github.com/o/r/#readme", `${raw}/o/r/HEAD/README.md`),
  row("github-issue", "https://github.com/o/r/issues/12", "https://api.github.com/repos/o/r/issues/12"),
  row("github-issue", "https://github.com/o/r/pull/7#discussion_r1", "https://api.github.com/repos/o/r/issues/7"),
  row("github-wiki", "https://github.com/o/r/wiki/Home", `${raw}/wiki/o/r/Home.md`),
  row(
    "gist",
    "https://gist.github.com/user/0123456789abcdef0123",
    "https://gist.githubusercontent.com/user/0123456789abcdef0123/raw",
  ),
  row("gitlab-file", "https://gitlab.com/g/p/-/blob/main/a.md", "https://gitlab.com/g/p/-/raw/main/a.md"),
  row("gitlab-file", "https://gitlab.com/g/sub/p/-/blob/main/d/a.py", "https://gitlab.com/g/sub/p/-/raw/main/d/a.py"),
  row(
    "gitlab-host-file",
    "https://git.example.org/g/p/-/blob/main/a.md",
    "https://git.example.org/g/p/-/raw/main/a.md",
  ),
  row("gitlab-snippet", "https://gitlab.com/g/p/-/snippets/42", "https://gitlab.com/g/p/-/snippets/42/raw"),
  row("gitlab-issue", "https://gitlab.com/g/p/-/issues/9", "https://gitlab.com/api/v4/projects/g%2Fp/issues/9"),
  row("gitlab-readme", "https://gitlab.com/g/p", "https://gitlab.com/g/p/-/raw/HEAD/README.md"),
  row("bitbucket-file", "https://bitbucket.org/o/r/src/main/a.md", "https://bitbucket.org/o/r/raw/main/a.md"),
  row("google-doc", `${docs}/edit?usp=sharing`, `${docs}/export?format=md`),
  row("google-doc", docs, `${docs}/export?format=md`),
  row("google-doc", `${docs}/edit?tab=t.0#heading=h.1`, `${docs}/export?format=md`),
  row("google-doc", docs.replace("/d/", "/u/0/d/") + "/edit", `${docs}/export?format=md`),
  row("google-sheet", sheet.replace("/d/", "/u/1/d/") + "/edit#gid=7", `${sheet}/export?format=csv&gid=7`),
  row("google-slides", slides.replace("/d/", "/u/0/d/") + "/edit", `${slides}/export/txt`),
  row(
    "google-drive-file",
    `https://drive.google.com/open?id=${documentId}&usp=drive_fs`,
    `https://drive.google.com/uc?export=download&id=${documentId}`,
  ),
  row("google-sheet", `${sheet}/edit?gid=7#gid=7`, `${sheet}/export?format=csv&gid=7`),
  row("google-sheet", `${sheet}/edit#gid=0`, `${sheet}/export?format=csv&gid=0`),
  row("google-workbook", `${sheet}/edit?usp=sharing`, `${sheet}/export?format=csv`),
  row("google-slides", `${slides}/edit#slide=id.p`, `${slides}/export/txt`),
  row(
    "google-drive-file",
    `https://drive.google.com/file/d/${documentId}/view`,
    `https://drive.google.com/uc?export=download&id=${documentId}`,
  ),
  row("arxiv-paper", "https://arxiv.org/abs/2401.00001v2", "https://arxiv.org/html/2401.00001v2"),
  row("arxiv-paper", "https://arxiv.org/abs/hep-th/9901001", "https://arxiv.org/html/hep-th/9901001"),
  row("arxiv-paper", "http://www.arxiv.org/abs/2401.00001", "https://arxiv.org/html/2401.00001"),
  row("amp", "https://news.example/amp/2026/tides", "https://news.example/2026/tides"),
  row("amp", "https://news.example/2026/tides/amp/", "https://news.example/2026/tides"),
  row("amp", "https://news.example/2026/tides?amp=1", "https://news.example/2026/tides"),
  row("amp", "https://www.news.example/tides?outputType=amp", "https://www.news.example/tides"),
  row(
    "old-reddit",
    "https://www.reddit.com/r/sea/comments/1abc/high_water/",
    "https://old.reddit.com/r/sea/comments/1abc/high_water",
  ),
  row("old-reddit", "https://reddit.com/r/sea/comments/1abc", "https://old.reddit.com/r/sea/comments/1abc"),
  row("wikipedia-mobile", "https://en.m.wikipedia.org/wiki/Tide", "https://en.wikipedia.org/wiki/Tide"),
  row(
    "wikipedia-mobile",
    "https://de.m.wikipedia.org/wiki/Gezeiten#Ursachen",
    "https://de.wikipedia.org/wiki/Gezeiten",
  ),
  row("docs-list", "https://docs.example.com/guide/start", "https://docs.example.com/llms.txt"),
  row("docs-list", "https://www.example.com/docs/api/tides", "https://www.example.com/llms.txt"),
  row("docs-list", "https://developers.example.com/tides", "https://developers.example.com/llms.txt"),
] as const
