/** The parts of a language code such as `de-AT` or `zh-Hant-TW` (BCP 47) that providers take apart. */

/** `language` is in small letters, `region` in capitals, `script` as `Hant`. */
export interface Parts {
  readonly language: string
  readonly script: string | undefined
  readonly region: string | undefined
}

/** Splits a code. */
export const parts = (code: string): Parts => {
  const [language = "", ...rest] = code.split(/[-_]/)
  const script = rest.find((part) => /^[a-z]{4}$/i.test(part))
  return {
    language: language.toLowerCase(),
    script: script === undefined ? undefined : script.charAt(0).toUpperCase() + script.slice(1).toLowerCase(),
    region: rest.find((part) => /^[a-z]{2}$/i.test(part))?.toUpperCase(),
  }
}

/** Whether a code means traditional Chinese: by the script, else by the region. */
export const isTraditional = ({ region, script }: Parts): boolean =>
  script === undefined ? region !== undefined && traditional.has(region) : script === "Hant"

// --- private --------------------------------------------------------------------------

const traditional: ReadonlySet<string> = new Set(["TW", "HK", "MO"])
