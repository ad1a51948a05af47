/**
 * The name of a provider, as settings, reasons and results use it. Which ones there are is known to whoever puts them
 * together.
 */
import * as Schema from "effect/Schema"

/** A lower-case letter, then at most 31 letters and digits; `auto` is no name. */
export const ProviderName = Schema.String.check(Schema.isPattern(/^(?!auto$)[a-z][a-z0-9]{0,31}$/))
