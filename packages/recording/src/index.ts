/** Everything that Porthole gets from outside, recorded into a WARC file, and answered from it. */
export { layer, make, type Misses, type Options } from "./Recording.ts"
export { RecordingError } from "./RecordingError.ts"
export { type Contents, type Listed, read, show, type Shown } from "./Contents.ts"
export { add as sign, type Checked, type Sign, type Signed } from "./Signature.ts"
