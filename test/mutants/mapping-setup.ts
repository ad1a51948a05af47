/** Leaves out what is left of a copy's tests once one of them is red: it is known then. */
import { beforeEach } from "vitest"
import { red } from "./MappingRed.ts"

beforeEach(({ onTestFailed, skip, task }) => {
  const copy = task.file.filepath.replace(/\/test\/.*$/, "")
  if (red.has(copy)) skip()
  onTestFailed(() => void red.add(copy))
})
