import type { Kind } from '../../../shared/process/ids.ts'
import { GrowingBytes } from './growing-bytes.ts'

/** The elements of a long list of an answer, as JSON between two brackets, in pieces that are written when they are taken. */
export class WrittenList {
  readonly pieces: Iterable<Buffer>

  constructor(pieces: Iterable<Buffer>) {
    this.pieces = pieces
  }
}

const BYTES = 2 ** 16
const [QUOTE, BACKSLASH, FIRST_PRINTED, DELETE] = [0x22, 0x5c, 0x20, 0x7f]

/**
 * JSON, written as bytes: where a list has hundreds of elements, objects that are made only to be written cost several
 * times as much, and texts that are put together and encoded twice as much. Each method writes behind what is there.
 */
export class JsonBytes extends GrowingBytes {
  constructor() {
    super(BYTES)
  }

  get length(): number {
    return this.end
  }

  /** What is the same in each element, as bytes. */
  fixed(part: Uint8Array): this {
    this.reserve(part.length)
    this.bytes.set(part, this.end)
    this.end += part.length
    return this
  }

  /** A text as its sender has written it. */
  text(text: string | null): this {
    if (text === null) return this.plain('null')
    this.reserve(text.length + 2)
    const bytes = this.bytes
    let end = this.end
    bytes[end] = QUOTE
    for (let at = 0; at < text.length; at += 1) {
      const code = text.charCodeAt(at)
      if (code < FIRST_PRINTED || code >= DELETE || code === QUOTE || code === BACKSLASH) return this.#escaped(text)
      end += 1
      bytes[end] = code
    }
    bytes[end + 1] = QUOTE
    this.end = end + 2
    return this
  }

  override id(kind: Kind, uuid: string): this {
    this.plain('"')
    return super.id(kind, uuid).plain('"')
  }

  #escaped(text: string): this {
    return this.fixed(Buffer.from(JSON.stringify(text)))
  }
}
