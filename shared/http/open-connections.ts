import type { Server } from 'node:http'

let open = 0

/** Connections that clients have to this process, idle ones too. Each takes a file descriptor. */
export function openConnections(): number {
  return open
}

export function countConnections(server: Server): void {
  server.on('connection', (socket) => {
    open += 1
    socket.once('close', () => {
      open -= 1
    })
  })
}
