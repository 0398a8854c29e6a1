import { freeBuffer } from '../../../shared/process/free-buffer.ts'

/** The pieces of a body. It owns them. */
export type CollectedBytes = {
  size(): number
  add(piece: Buffer): void
  all(): Buffer
  /** Nobody has them any more. */
  free(): void
}

/** Smaller pieces are put together. */
const SMALL_BYTES = 4_096

/** Collects the pieces of a body, however small they are: a list of a million pieces of one byte takes half a gigabyte. */
export function collectBytes(): CollectedBytes {
  let pieces: Buffer[] = []
  let size = 0
  /** Of the last piece, which has room for small ones. */
  let used = SMALL_BYTES
  const addSmall = (piece: Buffer) => {
    if (used + piece.length > SMALL_BYTES) {
      closeLast()
      pieces.push(Buffer.allocUnsafeSlow(SMALL_BYTES))
      used = 0
    }
    used += piece.copy(pieces.at(-1) as Buffer, used)
  }
  const closeLast = () => {
    if (used < SMALL_BYTES) pieces.push((pieces.pop() as Buffer).subarray(0, used))
    used = SMALL_BYTES
  }
  const free = () => {
    for (const piece of pieces) freeBuffer(piece)
    pieces = []
  }
  return {
    size: () => size,
    add(piece) {
      size += piece.length
      if (piece.length < SMALL_BYTES) addSmall(piece)
      else {
        closeLast()
        pieces.push(piece)
      }
    },
    all() {
      closeLast()
      if (pieces.length === 1) return pieces[0] as Buffer
      const all = Buffer.concat(pieces, size)
      free()
      pieces = [all]
      return all
    },
    free,
  }
}
