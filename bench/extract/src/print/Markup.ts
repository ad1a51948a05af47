/** The marked documents in the languages of printers: HTML, TeX and troff. */
import type { MarkedDocument, Part } from "./Documents.ts"

/** A stretch of a paragraph: on the line, raised or lowered. */
export interface Stretch {
  readonly text: string
  readonly level: "base" | "raised" | "lowered"
}

/** The stretches of a paragraph. */
export const stretchesOf = (paragraph: string): ReadonlyArray<Stretch> =>
  paragraph
    .split(/([\^_]\{[^}]*\})/)
    .filter((text) => text !== "")
    .map((text) =>
      /^[\^_]\{/.test(text)
        ? { text: text.slice(2, -1).replace("-", "−"), level: text.startsWith("^") ? "raised" : "lowered" }
        : { text, level: "base" },
    )

export const htmlOf = (document: MarkedDocument): string =>
  `<!doctype html><meta charset="utf-8"><title>${document.name}</title>
<style>body{font:11pt/1.35 "Liberation Serif";margin:2cm} pre{font:9pt "DejaVu Sans Mono"} table{border-collapse:collapse}
td{padding:2pt 14pt 2pt 0;text-align:right} td:first-child{text-align:left} .two{columns:2;column-gap:24pt}</style>
${document.parts.map(htmlPart).join("\n")}`

export const texOf = (document: MarkedDocument): string =>
  String.raw`\documentclass[11pt]{article}\usepackage{multicol}\pagestyle{empty}\begin{document}
${document.parts.map(texPart).join("\n\n")}
\end{document}`

/** A flat OpenDocument text. */
export const odtOf = (document: MarkedDocument): string => `<?xml version="1.0" encoding="UTF-8"?>
<office:document xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0"
 xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0"
 xmlns:style="urn:oasis:names:tc:opendocument:xmlns:style:1.0"
 xmlns:fo="urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0"
 office:version="1.2" office:mimetype="application/vnd.oasis.opendocument.text">
<office:automatic-styles>
${odtStyle("raised", "text", '<style:text-properties style:text-position="super 58%"/>')}
${odtStyle("lowered", "text", '<style:text-properties style:text-position="sub 58%"/>')}
${odtStyle("P", "paragraph", '<style:paragraph-properties fo:margin-bottom="6pt"/><style:text-properties fo:font-size="11pt" fo:font-family="Liberation Serif"/>')}
${odtStyle("H", "paragraph", '<style:text-properties fo:font-size="16pt" fo:font-family="Liberation Serif"/>')}
${odtStyle("C", "paragraph", '<style:text-properties fo:font-size="9pt" fo:font-family="Liberation Mono"/>')}
${odtStyle("R", "paragraph", '<style:paragraph-properties fo:text-align="end"/><style:text-properties fo:font-size="11pt" fo:font-family="Liberation Serif"/>')}
${odtStyle("S", "section", '<style:section-properties><style:columns fo:column-count="2" fo:column-gap="24pt"/></style:section-properties>')}
</office:automatic-styles>
<office:body><office:text>${document.parts.map(odtPart).join("\n")}</office:text></office:body></office:document>`

export const troffOf = (document: MarkedDocument): string =>
  `.pl 29.7c\n.po 2c\n.ll 16c\n.LL 16c\n${document.parts.map(troffPart).join("\n")}\n`

// --- private --------------------------------------------------------------------------

const htmlEscaped = (text: string): string => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;")

const htmlParagraph = (text: string): string => {
  const tags = { raised: "sup", lowered: "sub" } as const
  const inner = stretchesOf(text).map(({ level, text: own }) =>
    level === "base" ? htmlEscaped(own) : `<${tags[level]}>${htmlEscaped(own)}</${tags[level]}>`,
  )
  return `<p>${inner.join("")}</p>`
}

const htmlPart = (part: Part): string => {
  if (part.kind === "heading") return `<h1>${htmlEscaped(part.text)}</h1>`
  if (part.kind === "paragraph") return htmlParagraph(part.text)
  if (part.kind === "code") return `<pre>${htmlEscaped(part.lines.join("\n"))}</pre>`
  if (part.kind === "columns") {
    const inner = part.paragraphs.map(htmlParagraph).join("")
    return `<multicol cols="2" gutter="24"><div class="two">${inner}</div></multicol>`
  }
  const rows = part.rows.map(
    (row) => `<tr>${row.map((cell) => `<td align="right">${htmlEscaped(cell)}</td>`).join("")}</tr>`,
  )
  return `<table>${rows.join("").replaceAll('<tr><td align="right">', "<tr><td>")}</table>`
}

const odtStyle = (name: string, family: string, properties: string): string =>
  `<style:style style:name="${name}" style:family="${family}">${properties}</style:style>`

const odtLine = (style: string, text: string): string => {
  const inner = stretchesOf(text).map(({ level, text: own }) => {
    const escaped = htmlEscaped(own).replace(/ {2,}/g, (blanks) => `<text:s text:c="${blanks.length}"/>`)
    return level === "base" ? escaped : `<text:span text:style-name="${level}">${escaped}</text:span>`
  })
  return `<text:p text:style-name="${style}">${inner.join("")}</text:p>`
}

const odtPart = (part: Part): string => {
  if (part.kind === "heading") return odtLine("H", part.text)
  if (part.kind === "paragraph") return odtLine("P", part.text)
  if (part.kind === "code") return [...part.lines.map((line) => odtLine("C", line)), odtLine("P", "")].join("")
  if (part.kind === "columns") {
    const inner = part.paragraphs.map((text) => odtLine("P", text)).join("")
    return `<text:section text:style-name="S" text:name="columns">${inner}</text:section>`
  }
  const cells = (row: ReadonlyArray<string>): string =>
    row.map((cell, at) => `<table:table-cell>${odtLine(at === 0 ? "P" : "R", cell)}</table:table-cell>`).join("")
  const rows = part.rows.map((row) => `<table:table-row>${cells(row)}</table:table-row>`).join("")
  const count = part.rows[0]?.length ?? 1
  return `<table:table><table:table-column table:number-columns-repeated="${count}"/>${rows}</table:table>`
}

const texEscaped = (text: string): string =>
  text.replaceAll("·", "$\\cdot$").replaceAll("±", "$\\pm$").replaceAll("−", "-").replace(/[%&#]/g, "\\$&")

const texParagraph = (text: string): string =>
  stretchesOf(text)
    .map(({ level, text: own }) => {
      if (level === "base") return texEscaped(own)
      const sign = level === "raised" ? "^" : "_"
      return /\p{L}{2}/u.test(own) ? `$${sign}{\\mathrm{${own}}}$` : `$${sign}{${texEscaped(own)}}$`
    })
    .join("")

const texPart = (part: Part): string => {
  if (part.kind === "heading") return `\\section*{${texEscaped(part.text)}}`
  if (part.kind === "paragraph") return texParagraph(part.text)
  if (part.kind === "code") return `\\begin{verbatim}\n${part.lines.join("\n")}\n\\end{verbatim}`
  if (part.kind === "columns")
    return `\\begin{multicols}{2}\n${part.paragraphs.map(texParagraph).join("\n\n")}\n\\end{multicols}`
  const rows = part.rows.map((row) => row.map(texEscaped).join(" & ")).join(" \\\\\n")
  return `\n\\begin{tabular}{l${"r".repeat((part.rows[0]?.length ?? 1) - 1)}}\n${rows}\n\\end{tabular}\n`
}

const troffParagraph = (text: string): string =>
  stretchesOf(text)
    .map(({ level, text: own }) => {
      const written = own.replaceAll("−", "\\(mi").replaceAll("·", "\\(pc").replaceAll("±", "\\(+-")
      if (level === "base") return written
      const shift = level === "raised" ? "-0.4m" : "0.2m"
      return `\\v'${shift}'\\s-3${written}\\s0\\v'${level === "raised" ? "0.4m" : "-0.2m"}'`
    })
    .join("")
    .replace(/ (?=\\\()/g, " ")

const troffPart = (part: Part): string => {
  if (part.kind === "heading") return `.SH\n${part.text}`
  if (part.kind === "paragraph") return `.LP\n${troffParagraph(part.text)}`
  if (part.kind === "code")
    return `.DS L\n.ft CW\n${part.lines.map((line) => line.replaceAll("\\", "\\e").replaceAll("-", "\\-")).join("\n")}\n.ft R\n.DE`
  if (part.kind === "columns")
    return `.2C\n${part.paragraphs.map((text) => `.LP\n${troffParagraph(text)}`).join("\n")}\n.1C`
  const count = part.rows[0]?.length ?? 1
  const rows = part.rows.map((row) => row.join("\t")).join("\n")
  return `.TS\nl${" r".repeat(count - 1)}.\n${rows}\n.TE`
}
