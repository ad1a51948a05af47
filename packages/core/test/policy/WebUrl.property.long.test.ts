/** The properties of the URL policy. */
import { urlProperties } from "./UrlProperties.ts"

urlProperties(1)
