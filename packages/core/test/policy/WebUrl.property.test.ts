/** The properties of the URL policy, with some of their runs. */
import { urlProperties } from "./UrlProperties.ts"

urlProperties(0.1)
