/** Whether a program that was started listens yet. */
import { connect } from "node:net"

/** Tries one connection. */
export const at = (address: string, port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, address)
    socket.on("connect", () => {
      socket.destroy()
      resolve(true)
    })
    socket.on("error", () => resolve(false))
  })
