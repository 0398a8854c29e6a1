import { connect, createServer, type Socket } from 'node:net'

/** What a line does with what passes through it; of what it may spoil it spoils every third piece. */
type Mood = 'passes' | 'loses_answers' | 'halves_requests'
export type Line = {
  readonly port: number
  mood: Mood
  /** Cuts every connection at once. @returns how many */
  cut(): number
  close(): Promise<void>
}

/**
 * A line to a local port that can be cut at any moment: between requests, in the middle of one, or after the other side
 * has done everything and before its answer arrives.
 *
 * @param target the port behind it, asked for each connection
 */
export async function openLine(target: () => number): Promise<Line> {
  const cuts = new Set<() => void>()
  let pieces = 0
  const isSpoilt = (mood: Mood) => line.mood === mood && pieces++ % 3 === 0
  const server = createServer((near) => {
    const far = connect(target(), '127.0.0.1')
    const cut = () => {
      cuts.delete(cut)
      reset(near)
      reset(far)
    }
    cuts.add(cut)
    for (const socket of [near, far]) socket.setNoDelay(true).on('error', cut).on('close', cut)
    near.on('data', (piece) => {
      if (!isSpoilt('halves_requests')) pass(piece, near, far)
      else far.write(piece.subarray(0, Math.ceil(piece.length / 2)), cut)
    })
    far.on('data', (piece) => {
      if (isSpoilt('loses_answers')) cut()
      else pass(piece, far, near)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const line: Line = {
    port: (server.address() as { port: number }).port,
    mood: 'passes',
    cut() {
      const all = [...cuts]
      for (const cut of all) cut()
      return all.length
    },
    async close() {
      line.cut()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return line
}

/** A slow reader slows the writer down, as a line without anybody in between would. */
function pass(piece: Buffer, from: Socket, to: Socket): void {
  if (to.destroyed || to.write(piece)) return
  from.pause()
  to.once('drain', () => from.resume())
}

/** One that is saying goodbye already cannot be reset: its handle would never be closed, and Node never end. */
function reset(socket: Socket): void {
  if (socket.writableEnded) socket.destroy()
  else if (!socket.destroyed) socket.resetAndDestroy()
}
