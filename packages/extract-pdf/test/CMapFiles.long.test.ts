/** PDFs are read by every predefined CMap. */
import { mapTests, rows } from "./CMapRows.ts"

mapTests(rows)
