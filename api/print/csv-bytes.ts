import { minorDigits } from '../../shared/accounting/amounts/currency.ts'
import { decimalOf } from '../../shared/accounting/amounts/decimal.ts'
import { GrowingBytes } from '../http/answers/growing-bytes.ts'
import { csvField } from './csv.ts'

const LINES = 2 ** 18
const [COMMA, DOT] = [0x2c, 0x2e]

/** Nearly every text is a letter or digit and then these: its bytes are its characters, without quotes or apostrophes. */
const LETTERS_AND_DIGITS = bytesOf(/[A-Za-z0-9]/)
const PLAIN = bytesOf(/[A-Za-z0-9 .&'()/_-]/)

function bytesOf(pattern: RegExp): Uint8Array {
  return Uint8Array.from({ length: 256 }, (_, byte) => Number(byte < 128 && pattern.test(String.fromCharCode(byte))))
}

/**
 * Lines of CSV, written as bytes from bytes: where a list has very many, joining fields to a line and encoding it takes
 * several times as long. Each method writes a field, or a part of one, behind what is there; fields of the source are
 * given by their beginning and end in it.
 */
export class CsvBytes extends GrowingBytes {
  #source: Buffer = Buffer.alloc(0)

  constructor() {
    super(LINES)
  }

  readFrom(source: Buffer): this {
    this.#source = source
    return this
  }

  /** A part of the source as it is, such as a number or a date. */
  copy(from: number, to: number): this {
    this.reserve(to - from)
    const [bytes, source] = [this.bytes, this.#source]
    let end = this.end
    for (let at = from; at < to; at += 1) {
      bytes[end] = source[at] as number
      end += 1
    }
    this.end = end
    return this
  }

  comma(): this {
    this.reserve(1)
    this.bytes[this.end] = COMMA
    this.end += 1
    return this
  }

  /** A text of the source as its sender has written it. */
  text(from: number, to: number): this {
    if (from === to) return this
    this.reserve(to - from)
    const [bytes, source] = [this.bytes, this.#source]
    let end = this.end
    let isPlain = LETTERS_AND_DIGITS[source[from] as number]
    for (let at = from; at < to && isPlain; at += 1) {
      const byte = source[at] as number
      isPlain = PLAIN[byte]
      bytes[end] = byte
      end += 1
    }
    if (!isPlain) return this.#field(csvField(source.toString('utf8', from, to)))
    this.end = end
    return this
  }

  /** An amount of the source in minor units. */
  decimal(from: number, to: number, currency: string): this {
    const digits = minorDigits(currency)
    const dot = to - digits
    // A sign and too few digits are as long as enough digits.
    if (digits === 0 || dot < from + 2)
      return this.plain(decimalOf(this.#source.toString('latin1', from, to), currency))
    this.copy(from, dot)
    this.bytes[this.end] = DOT
    this.end += 1
    return this.copy(dot, to)
  }

  #field(text: string): this {
    const field = Buffer.from(text)
    this.reserve(field.length)
    this.end += field.copy(this.bytes, this.end)
    return this
  }
}
