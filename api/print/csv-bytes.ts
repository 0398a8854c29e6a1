import { minorDigits } from '../../shared/accounting/amounts/currency.ts'
import { decimal } from '../../shared/accounting/amounts/decimal.ts'
import { type Kind, writeIdOfBytes } from '../../shared/process/ids.ts'
import { GrowingBytes, LONGEST_ID } from '../http/answers/growing-bytes.ts'
import { csvField } from './csv.ts'

const LINES = 2 ** 18
const [COMMA, MINUS, DOT, ZERO] = [0x2c, 0x2d, 0x2e, 0x30]
/** With sign and dot. */
const LONGEST_NUMBER = 32
const digitsOfNumber = new Uint8Array(LONGEST_NUMBER)

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
  /** The last amount, and where it was written: what an item is worth often stands in its line four times. */
  #amount = { at: -1, currency: '', begin: 0, end: 0 }

  constructor() {
    super(LINES)
  }

  readFrom(source: Buffer): this {
    this.#source = source
    this.#amount.at = -1
    return this
  }

  override take(): Buffer {
    this.#amount.at = -1
    return super.take()
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

  /** The id of the 16 bytes of its UUID in the source. */
  idOf(kind: Kind, at: number): this {
    this.reserve(LONGEST_ID)
    this.end = writeIdOfBytes(kind, this.#source, at, this.bytes, this.end)
    return this
  }

  /** An amount in minor units, of the 8 bytes in the source that PostgreSQL has of it. */
  amount(at: number, currency: string): this {
    const last = this.#amount
    if (at === last.at && currency === last.currency) return this.#again(last.begin, last.end)
    const begin = this.end
    this.#decimal(at, currency)
    last.at = at
    last.currency = currency
    last.begin = begin
    last.end = this.end
    return this
  }

  /** An integer of 8 bytes in the source. */
  integer(at: number): this {
    return this.#decimal(at, null)
  }

  #decimal(at: number, currency: string | null): this {
    const source = this.#source
    const fraction = currency === null ? 0 : minorDigits(currency)
    const value = source.readInt32BE(at) * 2 ** 32 + source.readUInt32BE(at + 4)
    // Beyond these it is rounded.
    if (!Number.isSafeInteger(value)) {
      const exact = source.readBigInt64BE(at)
      return this.plain(currency === null ? String(exact) : decimal(exact, currency))
    }
    // From the last digit to the first.
    let from = LONGEST_NUMBER
    let rest = Math.abs(value)
    for (let digits = 0; rest > 0 || digits <= fraction; digits += 1) {
      if (digits === fraction && digits > 0) digitsOfNumber[--from] = DOT
      const tenth = rest < 2 ** 31 ? (rest / 10) | 0 : Math.floor(rest / 10)
      digitsOfNumber[--from] = rest - 10 * tenth + ZERO
      rest = tenth
    }
    if (value < 0) digitsOfNumber[--from] = MINUS
    return this.#number(from)
  }

  #again(from: number, to: number): this {
    this.reserve(to - from)
    const bytes = this.bytes
    let end = this.end
    for (let at = from; at < to; at += 1) {
      bytes[end] = bytes[at] as number
      end += 1
    }
    this.end = end
    return this
  }

  #number(from: number): this {
    this.reserve(LONGEST_NUMBER)
    const bytes = this.bytes
    let end = this.end
    for (let at = from; at < LONGEST_NUMBER; at += 1) {
      bytes[end] = digitsOfNumber[at] as number
      end += 1
    }
    this.end = end
    return this
  }

  #field(text: string): this {
    const field = Buffer.from(text)
    this.reserve(field.length)
    this.end += field.copy(this.bytes, this.end)
    return this
  }
}
