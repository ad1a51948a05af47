/** A reader that never ends. */
import type { DocumentFormat } from "@porthole/core"

export const read: DocumentFormat.Read = () => {
  for (;;);
}
