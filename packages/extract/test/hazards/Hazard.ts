/** A hostile document. */
export interface Hazard {
  readonly name: string
  readonly document: () => string | Uint8Array
  readonly contentType: string
  /** Text that the answer's content must hold. */
  readonly expected: string
}
