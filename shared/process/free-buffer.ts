/**
 * Gives back the memory of a buffer that nobody reads any more. Buffers are held outside of the heap, so V8 is in no hurry
 * to collect them, and then collects everything, for 20 to 100 ms. One that is a part of a larger one keeps it.
 */
export function freeBuffer({ buffer, byteLength }: Uint8Array): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0)
}
