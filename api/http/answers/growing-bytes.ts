import { type Kind, writePublicId } from '../../../shared/process/ids.ts'

export const LONGEST_ID = 64

/** Bytes that grow as they are written; each method writes behind what is there. */
export class GrowingBytes {
  protected bytes: Buffer
  protected end = 0

  /** @param room for so many bytes; more are made when they are needed */
  constructor(room: number) {
    this.bytes = Buffer.allocUnsafeSlow(room)
  }

  /** @param text in ASCII, such as a code or an integer */
  plain(text: string): this {
    this.reserve(text.length)
    const bytes = this.bytes
    let end = this.end
    for (let at = 0; at < text.length; at += 1) {
      bytes[end] = text.charCodeAt(at)
      end += 1
    }
    this.end = end
    return this
  }

  id(kind: Kind, uuid: string): this {
    this.reserve(LONGEST_ID)
    this.end = writePublicId(kind, uuid, this.bytes, this.end)
    return this
  }

  /** All that was written since it was last taken. */
  take(): Buffer {
    const taken = Buffer.from(this.bytes.subarray(0, this.end))
    this.end = 0
    return taken
  }

  /** With a byte to spare. */
  protected reserve(bytes: number): void {
    if (this.end + bytes < this.bytes.length) return
    const longer = Buffer.allocUnsafeSlow(2 * (this.end + bytes + 1))
    this.bytes.copy(longer, 0, 0, this.end)
    this.bytes = longer
  }
}
