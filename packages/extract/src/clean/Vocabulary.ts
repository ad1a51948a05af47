/** The elements and attributes of cleaned content: a closed list, so that every other element is unwrapped. */

const names = (text: string): ReadonlySet<string> => new Set(text.split(" "))

/** Kept unchanged. */
export const kept = names(
  "h1 h2 h3 h4 h5 h6 p ul ol li dl dt dd blockquote pre code table thead tbody tfoot tr th td caption a img br hr " +
    "strong em del sub sup mark figure figcaption details summary",
)
/** Dropped with their content: controls, embedded documents, media, scripts and styles. */
export const dropped = names(
  "script style link meta base template noscript iframe frame object embed applet canvas svg audio video track " +
    "source " +
    "area rp input select option optgroup datalist textarea button progress meter dialog annotation annotation-xml " +
    "param",
)
/** Older or sibling names of a kept element. */
export const renamed: ReadonlyMap<string, string> = new Map(
  "b:strong i:em cite:em dfn:em var:em s:del strike:del tt:code samp:code kbd:code menu:ul dir:ul"
    .split(" ")
    .map((pair) => pair.split(":"))
    .map(([from = "", to = ""]) => [from, to]),
)
/** Mere wrappers on lines of their own. */
export const containers = names(
  "div section article main header footer nav aside address center fieldset form hgroup search body html noframes " +
    "legend",
)
/** Elements that stand on lines of their own, after cleaning. */
export const blocks = names(
  "h1 h2 h3 h4 h5 h6 p ul ol li dl dt dd blockquote pre table thead tbody tfoot tr th td caption hr figure " +
    "figcaption " +
    "details summary div",
)
/** Emphasis; around blocks it is dropped. */
export const emphases = names("strong em del")
/** The same with other marks of words. */
export const inline = names("strong em del sub sup mark code")
/** Blocks of one line. */
export const lines = names("h1 h2 h3 h4 h5 h6 summary dt caption")
/** Elements that count even without text, or whose inside stays unchanged. */
export const solid = names("img br hr pre")
/** Elements whose text stays exactly as written. */
export const verbatim = names("pre code kbd samp var tt ruby math")
/** Elements whose position counts even if they are empty. */
export const cells = names("td th")
/** Attributes that stay. */
export const attributes: ReadonlyMap<string, ReadonlyArray<string>> = new Map([
  ["td", ["colspan", "rowspan"]],
  ["th", ["colspan", "rowspan"]],
  ["li", ["value", "data-note"]],
  ["code", ["data-math"]],
  ["sup", ["data-ref"]],
])
