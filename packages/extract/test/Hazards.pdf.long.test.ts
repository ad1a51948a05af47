/** Every hostile PDF is read, or ends by a limit. PDFs have a process of their own in every isolation. */
import { hazards } from "./hazards/Hazards.ts"
import { isPdf, pdfTests } from "./hazards/HazardTests.ts"

pdfTests("inline", hazards.filter(isPdf))
