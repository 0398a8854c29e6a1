/** A block is small against the memory that a message may take, and large against the work of handing it on. */
const BLOCK_BYTES = 16_384

/**
 * Hands bytes on in blocks of one size. A whole block is decoded before any of it is parsed. With the pieces of the
 * network as blocks, the first of two faults in a file would depend on how the network cut it.
 */
export function inBlocks(handle: (block: Uint8Array) => void) {
  const block = new Uint8Array(BLOCK_BYTES)
  let filled = 0
  return {
    write(bytes: Uint8Array): void {
      for (let at = 0; at < bytes.length; ) {
        const part = bytes.subarray(at, at + BLOCK_BYTES - filled)
        block.set(part, filled)
        at += part.length
        filled += part.length
        if (filled < BLOCK_BYTES) return
        filled = 0
        handle(block)
      }
    },
    end(): void {
      handle(block.subarray(0, filled))
    },
  }
}
