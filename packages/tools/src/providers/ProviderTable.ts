/** The kernel's table of settings, with the names of our providers where it takes any name. */
import type * as Schema from "effect/Schema"
import { type Setting, SettingList, Settings } from "@porthole/core"
import * as ProviderName from "./ProviderName.ts"

type Names<Name extends string> = ReadonlyArray<Name>

const ofKernel = Settings.table.fields

const provider: Setting.Setting<
  "auto" | Names<ProviderName.ProviderName>,
  "auto" | ProviderName.ProviderName | Names<ProviderName.ProviderName>
> = SettingList.wordsOrAuto({ of: ProviderName.names, about: ofKernel.provider.manual.about })

const reader: Setting.Setting<
  Names<ProviderName.ReaderName>,
  ProviderName.ReaderName | Names<ProviderName.ReaderName>
> = SettingList.words({ of: ProviderName.readers, fallback: ["pinned"], about: ofKernel.reader.manual.about })

/** Every setting, in the order of the manual. */
export const fields = { ...ofKernel, provider, reader }

/** The values in force, and what a program may give. */
export type Values = Schema.Struct.Type<typeof fields>
export type Given = Schema.Struct.Encoded<typeof fields>
