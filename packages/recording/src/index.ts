/** Everything that Porthole gets from outside, recorded into a WARC file, and answered from it. */
export { layer, make, type Options } from "./Recording.ts"
export { RecordingError } from "./RecordingError.ts"
export { type Contents, type Listed, read } from "./Contents.ts"
