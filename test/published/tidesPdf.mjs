/** A PDF of one sentence, for programs that use the packed packages. */
const stream = "BT /F1 24 Tf 72 720 Td (High water comes twice a day.) Tj ET"
export const pdf = [
  "%PDF-1.4",
  "1 0 obj << /Type /Catalog /Pages 2 0 R >> endobj",
  "2 0 obj << /Type /Pages /Kids [3 0 R] /Count 1 >> endobj",
  "3 0 obj << /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R",
  "/Resources << /Font << /F1 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >> >> >> endobj",
  `4 0 obj << /Length ${stream.length} >> stream\n${stream}\nendstream endobj`,
  "trailer << /Root 1 0 R >>",
].join("\n")
