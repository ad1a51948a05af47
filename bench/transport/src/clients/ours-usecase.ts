/** Our transport within the use-case, as the tools call it. */
import * as Ours from "../Ours.ts"

export const { useCase: get } = await Ours.make()
