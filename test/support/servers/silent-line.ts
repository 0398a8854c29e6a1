import { connect, createServer, type Socket } from 'node:net'

/** A line to a local port that can fall silent: nothing passes any more, and nobody is told, as where a machine loses its power. */
export async function openSilentLine(port: number) {
  const sockets = new Set<Socket>()
  let is_silent = false
  /** Of what was open when it fell silent nothing ever passes again: the machine has forgotten it. */
  const lost = new Set<Socket>()
  const server = createServer((near) => {
    const far = connect(port, '127.0.0.1')
    if (is_silent) lost.add(near).add(far)
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from)
      from.on('error', () => {})
      from.on('data', (piece) => {
        if (!lost.has(from)) to.write(piece)
      })
      from.on('close', () => {
        sockets.delete(from)
        if (!lost.delete(from)) to.destroy()
      })
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address() as { port: number }
  return {
    port: address.port,
    fallSilent(): void {
      is_silent = true
      for (const socket of sockets) lost.add(socket)
    },
    /** What is opened from now on passes. */
    speakAgain(): void {
      is_silent = false
      for (const socket of lost) if (socket.remotePort === port) socket.destroy()
    },
    async close(): Promise<void> {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
