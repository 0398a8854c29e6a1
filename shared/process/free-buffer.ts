/**
 * Gives back the memory of a buffer that nobody reads any more. Buffers are held outside of the heap, so V8 is in no hurry
 * to collect them, and then collects everything, for 20 to 100 ms. One that is a part of a larger one keeps it.
 */
export function freeBuffer(bytes: Uint8Array): void {
  if (isOwn(bytes)) (bytes.buffer as ArrayBuffer).transfer(0)
}

/** A text as bytes of their own, outside of the heap, for whoever gives them back. */
export function ownBytes(text: string): Buffer {
  // Of the pool, a piece would keep others.
  const bytes = Buffer.allocUnsafeSlow(Buffer.byteLength(text))
  bytes.write(text)
  return bytes
}

/** Whether nothing else is in the memory of a buffer. */
export function isOwn({ buffer, byteLength }: Uint8Array): boolean {
  return buffer instanceof ArrayBuffer && buffer.byteLength === byteLength
}
