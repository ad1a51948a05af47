/** The kernel's table of settings, with the names of our providers where it takes any name. */
import type * as Schema from "effect/Schema"
import { Setting, Settings } from "@porthole/core"
import * as ProviderName from "./ProviderName.ts"

const { provider, reader } = Settings.table.fields

/** Every setting, in the order of the manual. */
export const fields = {
  ...Settings.table.fields,
  provider: Setting.wordsOrAuto({ of: ProviderName.names, about: provider.manual.about }),
  reader: Setting.words({ of: ProviderName.readers, fallback: ["pinned"], about: reader.manual.about }),
}

/** The values in force, and what a program may give. */
export type Values = Schema.Struct.Type<typeof fields>
export type Given = Schema.Struct.Encoded<typeof fields>
