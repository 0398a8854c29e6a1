import type { Socket } from 'node:net'
import type { WatchSender } from '../client/pace.ts'

/** What Node knows of a connection that the operating system has. It is gone when the connection is closed. */
type Handle = { readonly bytesWritten: number; readonly writeQueueSize: number }

/**
 * Cuts a reader off who takes too little of an answer in the window of uploads. Only the handle knows how much of one write
 * the operating system has taken already; the timeout of a socket looks there as well, but is content with a byte.
 *
 * @returns stops watching
 */
export function watchReader(socket: Socket, watch: WatchSender, onCut: () => void): () => void {
  let taken_before = taken(socket)
  // Asked at each tick. Nothing waits to be taken while the next piece of a stream is made.
  const isOurs = () => {
    const taken_now = taken(socket)
    reader.add(taken_now - taken_before)
    taken_before = taken_now
    return socket.writableLength === 0
  }
  const reader = watch(isOurs, () => {
    onCut()
    // What the operating system has of the answer is given up with it.
    socket.resetAndDestroy()
  })
  return reader.stop
}

function taken(socket: Socket): number {
  const { _handle: handle } = socket as { _handle?: Handle | null }
  return handle ? handle.bytesWritten - handle.writeQueueSize : 0
}
