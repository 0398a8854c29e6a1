import { type Kind, writePublicId } from '../../../shared/process/ids.ts'

/** The elements of a long list of an answer, as JSON between two brackets, in pieces that are written when they are taken. */
export class WrittenList {
  readonly pieces: Iterable<Buffer>

  constructor(pieces: Iterable<Buffer>) {
    this.pieces = pieces
  }
}

const BYTES = 2 ** 16
const LONGEST_ID = 64
const [QUOTE, BACKSLASH, FIRST_PRINTED, DELETE] = [0x22, 0x5c, 0x20, 0x7f]

/**
 * JSON, written as bytes: where a list has hundreds of elements, objects that are made only to be written cost several
 * times as much, and texts that are put together and encoded twice as much. Each method writes behind what is there.
 */
export class JsonBytes {
  #bytes = Buffer.allocUnsafeSlow(BYTES)
  #end = 0

  get length(): number {
    return this.#end
  }

  /** What is the same in each element, as bytes. */
  fixed(part: Uint8Array): this {
    this.#reserve(part.length)
    this.#bytes.set(part, this.#end)
    this.#end += part.length
    return this
  }

  /** @param text in ASCII that is JSON as it is, such as an integer, or a word between quotes that were written */
  plain(text: string): this {
    this.#reserve(text.length)
    const bytes = this.#bytes
    let end = this.#end
    for (let at = 0; at < text.length; at += 1) {
      bytes[end] = text.charCodeAt(at)
      end += 1
    }
    this.#end = end
    return this
  }

  /** A text as its sender has written it. */
  text(text: string | null): this {
    if (text === null) return this.plain('null')
    this.#reserve(text.length + 2)
    const bytes = this.#bytes
    let end = this.#end
    bytes[end] = QUOTE
    for (let at = 0; at < text.length; at += 1) {
      const code = text.charCodeAt(at)
      if (code < FIRST_PRINTED || code >= DELETE || code === QUOTE || code === BACKSLASH) return this.#escaped(text)
      end += 1
      bytes[end] = code
    }
    bytes[end + 1] = QUOTE
    this.#end = end + 2
    return this
  }

  id(kind: Kind, uuid: string): this {
    this.#reserve(LONGEST_ID)
    const end = writePublicId(kind, uuid, this.#bytes, this.#end + 1)
    this.#bytes[this.#end] = QUOTE
    this.#bytes[end] = QUOTE
    this.#end = end + 1
    return this
  }

  /** All that was written since it was last taken. */
  take(): Buffer {
    const taken = Buffer.from(this.#bytes.subarray(0, this.#end))
    this.#end = 0
    return taken
  }

  #escaped(text: string): this {
    return this.fixed(Buffer.from(JSON.stringify(text)))
  }

  #reserve(bytes: number): void {
    if (this.#end + bytes < this.#bytes.length) return
    const longer = Buffer.allocUnsafeSlow(2 * (this.#end + bytes + 1))
    this.#bytes.copy(longer, 0, 0, this.#end)
    this.#bytes = longer
  }
}
