import { minorDigits } from '../../shared/accounting/amounts/currency.ts'
import { decimalOf } from '../../shared/accounting/amounts/decimal.ts'
import { type Kind, writePublicId } from '../../shared/process/ids.ts'
import { csvField } from './csv.ts'

const LINES = 2 ** 18
const LONGEST_ID = 64
const [COMMA, DOT] = [0x2c, 0x2e]

/** Nearly every text: its bytes are its characters, and it needs neither quotes nor apostrophes. */
const PLAIN = /^[A-Za-z0-9][A-Za-z0-9 .&'()/_-]*$/

/**
 * Lines of CSV, written as bytes: where a list has very many, joining fields to a line and encoding it takes twice as long.
 * Each method writes a field, or a part of one, behind what is there.
 */
export class CsvBytes {
  #bytes = Buffer.allocUnsafeSlow(LINES)
  #end = 0

  /** @param text in ASCII, such as a code, a number or a date */
  plain(text: string, from = 0, to = text.length): this {
    this.#reserve(to - from)
    for (let at = from; at < to; at += 1) {
      this.#bytes[this.#end] = text.charCodeAt(at)
      this.#end += 1
    }
    return this
  }

  comma(): this {
    this.#reserve(1)
    this.#bytes[this.#end] = COMMA
    this.#end += 1
    return this
  }

  /** @param text as its sender has written it */
  text(text: string | null): this {
    if (text === null) return this
    if (PLAIN.test(text)) return this.plain(text)
    const field = Buffer.from(csvField(text))
    this.#reserve(field.length)
    this.#end += field.copy(this.#bytes, this.#end)
    return this
  }

  id(kind: Kind, uuid: string): this {
    this.#reserve(LONGEST_ID)
    this.#end = writePublicId(kind, uuid, this.#bytes, this.#end)
    return this
  }

  /** @param amount_minor as PostgreSQL writes it */
  decimal(amount_minor: string, currency: string): this {
    const digits = minorDigits(currency)
    const whole = amount_minor.length - digits
    // A sign and too few digits are as long as enough digits.
    if (digits === 0 || whole < 2) return this.plain(decimalOf(amount_minor, currency))
    this.plain(amount_minor, 0, whole)
    this.#bytes[this.#end] = DOT
    this.#end += 1
    return this.plain(amount_minor, whole)
  }

  /** All that was written since it was last taken. */
  take(): Buffer {
    const taken = Buffer.from(this.#bytes.subarray(0, this.#end))
    this.#end = 0
    return taken
  }

  /** With a byte to spare, for a dot. */
  #reserve(bytes: number): void {
    if (this.#end + bytes < this.#bytes.length) return
    const longer = Buffer.allocUnsafeSlow(2 * (this.#end + bytes + 1))
    this.#bytes.copy(longer, 0, 0, this.#end)
    this.#bytes = longer
  }
}
