/** How a server speaks as a provider does. */

/** A request as it came; `body` is what its JSON or its form says, if it has either. */
export interface ReceivedRequest {
  readonly method: string
  readonly path: string
  readonly params: Readonly<Record<string, string>>
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly body: unknown
}

/** What is answered; a body that is no text is sent as JSON. */
export interface Reply {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body: unknown
}

/** A hit as the command prints it with `--include-metadata`. */
export interface Hit {
  readonly title: string
  readonly url: string
  readonly snippet: string
  readonly metadata?: Readonly<Record<string, string | number>>
}

/** How a provider is spoken to. */
export interface Wire {
  /** As a test names it: the provider, and which of its engines. */
  readonly name: string
  readonly provider: string
  /** Where users put its key; none where it has none. */
  readonly key?: { readonly variable: string; readonly value: string; readonly isOptional?: true }
  /** What else the command is told, for a server at this address. */
  readonly env: (url: string) => Readonly<Record<string, string>>
  /** The answer, or the refusal of a request that isn't one of this provider's. */
  readonly answer: (requested: ReceivedRequest) => Reply
  /** A second try would make things worse. */
  readonly isRequestedOnce?: true
  /** What becomes of the answer to a plain search, and to one with every filter. */
  readonly hits: ReadonlyArray<Hit>
  readonly fullHits: ReadonlyArray<Hit>
  /** Attempts of engines that its answer calls unresponsive. */
  readonly failedEngines?: ReadonlyArray<object>
  /** What a plain search sends beside the key: query or body. */
  readonly plain: unknown
  /** The same of one with every filter, and what of them the provider can't be told. */
  readonly full: unknown
  readonly ignored: ReadonlyArray<string>
}
