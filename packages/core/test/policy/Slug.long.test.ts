/** Any text as a slug. */
import { slugProperty } from "./SlugProperty.ts"

slugProperty(5_000)
