/** The versions of a part of a Word document: what changes removed, and alternatives for other programs. */
import { find, type Node } from "../container/Xml.ts"

/** Whether a change has removed this part. */
export const isDeleted = ({ name }: Node): boolean => name === "del" || name === "moveFrom"

/** The one version of a part that has several. */
export const versionOf = (node: Node): Node | undefined => find(node, "Choice") ?? find(node, "Fallback")
