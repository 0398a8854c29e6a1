/** Bytes in one piece of memory. */
type CollectedBytes = {
  size(): number
  add(piece: Uint8Array): void
  all(): Buffer
}

const FIRST_ROOM = 4_096
/** What is left behind is a seventh. Room without bytes is no memory yet: the system gives pages when they are written. */
const GROWTH = 8

/**
 * Collects the pieces of a body, however small they are: a list of a million pieces of one byte takes half a gigabyte.
 *
 * @param most beyond which nobody adds anything
 */
export function collectBytes(most: number): CollectedBytes {
  let memory = Buffer.alloc(0)
  let size = 0
  const makeRoom = (needed: number) => {
    if (needed <= memory.length) return
    const larger = Buffer.allocUnsafeSlow(
      Math.max(needed, Math.min(most, Math.max(GROWTH * memory.length, FIRST_ROOM))),
    )
    memory.copy(larger, 0, 0, size)
    memory = larger
  }
  return {
    size: () => size,
    add(piece) {
      makeRoom(size + piece.length)
      memory.set(piece, size)
      size += piece.length
    },
    all: () => memory.subarray(0, size),
  }
}
