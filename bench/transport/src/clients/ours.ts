/** Our transport without the use-case around it. */
import * as Ours from "../Ours.ts"

export const { transport: get } = await Ours.make()
