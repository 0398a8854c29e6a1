/** Values of a line, in their order: those without a blank, with `-` for null, and the texts, which are empty for null. */
export const BLANKLESS = {
  open_item_id: 0,
  kind: 1,
  payment_id: 2,
  document_date: 3,
  due_date: 4,
  is_opening: 5,
  currency: 6,
  amount_minor: 7,
  base_amount_minor: 8,
  open_minor: 9,
  base_open_minor: 10,
  entry_number: 11,
} as const
export const TEXT = {
  partner_name: 12,
  partner_reference: 13,
  account_code: 14,
  document_number: 15,
  payment_reference: 16,
} as const

const VALUES = 17
const BLANK = 0x20
const ZERO = 0x30

/**
 * Lines of a list as bytes, and where the values of one of them are. A line has first what its partner has, then what its
 * item has: the values without a blank, the lengths of the texts, each of these with a blank behind it, and then the texts
 * with nothing between: a text may have any character.
 */
export class ListedLines {
  readonly bytes: Buffer
  readonly #begins = new Int32Array(VALUES)
  readonly #ends = new Int32Array(VALUES)
  /** What was last read of each value. */
  readonly #read: string[] = []
  #next = 0

  constructor(lines: readonly string[]) {
    this.bytes = Buffer.from(lines.join(''))
  }

  /** Goes to the next line. @returns false behind the last one */
  next(): boolean {
    const { bytes } = this
    if (this.#next >= bytes.length) return false
    let at = this.#readLengths(this.#next, TEXT.partner_name, TEXT.account_code)
    at = this.#placeTexts(at, TEXT.partner_name, TEXT.account_code)
    for (let value = 0; value < TEXT.partner_name; value += 1) {
      this.#begins[value] = at
      while (bytes[at] !== BLANK) at += 1
      this.#ends[value] = at
      at += 1
    }
    at = this.#readLengths(at, TEXT.account_code, VALUES)
    this.#next = this.#placeTexts(at, TEXT.account_code, VALUES)
    return true
  }

  /** The length of each text stands where its end will. @returns where they end */
  #readLengths(from: number, first: number, end: number): number {
    const { bytes } = this
    let at = from
    for (let value = first; value < end; value += 1) {
      let length = 0
      for (; bytes[at] !== BLANK; at += 1) length = 10 * length + (bytes[at] ?? ZERO) - ZERO
      this.#ends[value] = length
      at += 1
    }
    return at
  }

  #placeTexts(from: number, first: number, end: number): number {
    let at = from
    for (let value = first; value < end; value += 1) {
      this.#begins[value] = at
      at += this.#ends[value] ?? 0
      this.#ends[value] = at
    }
    return at
  }

  begin(value: number): number {
    return this.#begins[value] ?? 0
  }

  end(value: number): number {
    return this.#ends[value] ?? 0
  }

  /**
   * Most lines have the kind and the currency of the one before: then it is the same string.
   *
   * @param value one of BLANKLESS
   */
  read(value: number): string {
    const [begin, end] = [this.begin(value), this.end(value)]
    const last = this.#read[value] ?? ''
    let at = last.length === end - begin ? begin : end + 1
    while (at < end && this.bytes[at] === last.charCodeAt(at - begin)) at += 1
    if (at === end) return last
    const read = this.bytes.toString('latin1', begin, end)
    this.#read[value] = read
    return read
  }

  /** Whether it is `-`. */
  isNull(value: number): boolean {
    return this.end(value) - this.begin(value) === 1
  }
}
