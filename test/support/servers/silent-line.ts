import { connect, createServer, type Socket } from 'node:net'

/** A line to a local port that can fall silent: nothing passes any more, and nobody is told, as where a machine loses its power. */
export async function openSilentLine(port: number) {
  const sockets = new Set<Socket>()
  let is_silent = false
  const server = createServer((near) => {
    const far = connect(port, '127.0.0.1')
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from)
      from.on('error', () => {})
      from.on('data', (piece) => {
        if (!is_silent) to.write(piece)
      })
      from.on('close', () => {
        sockets.delete(from)
        if (!is_silent) to.destroy()
      })
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as { port: number }).port,
    fallSilent(): void {
      is_silent = true
    },
    async close(): Promise<void> {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
