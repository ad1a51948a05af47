/** Files of this user's, such as those of keys and of tokens. */
import * as NodeFileSystem from "@effect/platform-node-shared/NodeFileSystem"
import * as NodePath from "@effect/platform-node-shared/NodePath"
import * as Layer from "effect/Layer"
import { homedir } from "node:os"
import { isAbsolute, join } from "node:path"

/** The services that read and write files. */
export const nodeFiles = Layer.merge(NodeFileSystem.layer, NodePath.layer)

/** A file in the folder of our settings. */
export const pathOf = (file: string): string => join(configFolder(), "porthole", file)

/** A folder in the user's folder for programs' data. */
export const dataFolder = (folder: string): string => join(dataHome(), "porthole", folder)

// --- private --------------------------------------------------------------------------

/** The folder for programs' settings: the XDG Base Directory Specification 0.8, and `%APPDATA%` on Windows. */
const configFolder = (): string => {
  const { APPDATA, XDG_CONFIG_HOME } = process.env
  const named = process.platform === "win32" ? APPDATA : XDG_CONFIG_HOME
  return named !== undefined && isAbsolute(named) ? named : join(homedir(), ".config")
}

/** The folder for programs' data: the same specification, and `%LOCALAPPDATA%` on Windows. */
const dataHome = (): string => {
  const { LOCALAPPDATA, XDG_DATA_HOME } = process.env
  const named = process.platform === "win32" ? LOCALAPPDATA : XDG_DATA_HOME
  return named !== undefined && isAbsolute(named) ? named : join(homedir(), ".local", "share")
}
