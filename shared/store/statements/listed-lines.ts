import type { OpenItemKind } from '../../contract/open-items/open-items.ts'

/** Where each is in the first integer of an item, in its upper half: behind it stands the due date. */
const [KIND, IS_OPENING, HAS_PAYMENT, IS_ONE_AMOUNT] = [22, 28, 29, 30] as const
const DAY = 2 ** KIND - 1
const KIND_BYTES = 31
const CURRENCY_BYTES = 3
const UUID_BYTES = 16
const INTEGER_BYTES = 8
/** Some thousand lines. */
const BYTES = 2 ** 18

/**
 * Lines of a list as bytes, and where the values of one of them are. A line has first what its partner has: the lengths of name
 * and reference, and both of them. Then it has what its item has, as `blocks_of_open_items` writes it: days and lengths in two
 * integers, the entry, the amounts (one, where all are the same), one or two ids, and texts with nothing between: a text may
 * have any character. Texts are empty for null.
 */
export class ListedLines {
  /** Kept for all that is read: a buffer for each thousand lines is held outside of the heap, and V8 collects everything for it. */
  bytes = Buffer.allocUnsafeSlow(BYTES)
  #next = 0
  #end = 0
  #lastCurrency = ''
  #lastKind = ''

  /** Each of the texts from its beginning to its end. */
  partner_name_begin = 0
  partner_reference_begin = 0
  partner_reference_end = 0
  account_code_begin = 0
  document_number_begin = 0
  payment_reference_begin = 0
  payment_reference_end = 0
  /** Days since the first of January of the year 1. */
  document_day = 0
  due_day: number | null = null
  is_opening = false
  kind: OpenItemKind = 'receivable'
  currency = ''
  /** Where the integers begin, of 8 bytes each. */
  entry_number = 0
  amount_minor = 0
  base_amount_minor = 0
  open_minor = 0
  base_open_minor = 0
  /** Where the ids begin, of 16 bytes each. */
  open_item_id = 0
  payment_id: number | null = null

  /** @param blocks of lines in base 64; what was read before is gone */
  read(blocks: readonly string[]): void {
    this.#next = 0
    this.#end = 0
    const most = blocks.reduce((sum, block) => sum + Buffer.byteLength(block, 'base64'), 0)
    if (most > this.bytes.length) this.bytes = Buffer.allocUnsafeSlow(2 * most)
    for (const block of blocks) this.#end += this.bytes.write(block, this.#end, 'base64')
  }

  /** Goes to the next line. @returns false behind the last one */
  next(): boolean {
    const { bytes } = this
    const begin = this.#next
    if (begin >= this.#end) return false
    this.partner_name_begin = begin + INTEGER_BYTES
    this.partner_reference_begin = this.partner_name_begin + bytes.readUInt32BE(begin)
    this.partner_reference_end = this.partner_reference_begin + bytes.readUInt32BE(begin + 4)
    this.#readItem(this.partner_reference_end)
    return true
  }

  #readItem(begin: number): void {
    const { bytes } = this
    const bits = bytes.readInt32BE(begin)
    const due = bytes.readInt32BE(begin + 4)
    this.document_day = bits & DAY
    this.due_day = due === 0 ? null : due - 1
    this.is_opening = ((bits >>> IS_OPENING) & 1) === 1
    this.entry_number = begin + 2 * INTEGER_BYTES
    this.amount_minor = this.entry_number + INTEGER_BYTES
    const step = ((bits >>> IS_ONE_AMOUNT) & 1) === 1 ? 0 : INTEGER_BYTES
    this.base_amount_minor = this.amount_minor + step
    this.open_minor = this.base_amount_minor + step
    this.base_open_minor = this.open_minor + step
    this.open_item_id = this.base_open_minor + INTEGER_BYTES
    const isOfPayment = ((bits >>> HAS_PAYMENT) & 1) === 1
    this.payment_id = isOfPayment ? this.open_item_id + UUID_BYTES : null
    const texts = this.open_item_id + (isOfPayment ? 2 : 1) * UUID_BYTES
    this.#readTexts(texts, (bits >>> KIND) & KIND_BYTES, begin + INTEGER_BYTES)
  }

  /** @param lengths of the account, the document number and the payment reference: 16, 24 and 24 bits */
  #readTexts(begin: number, kind_bytes: number, lengths: number): void {
    const { bytes } = this
    const kind = begin + CURRENCY_BYTES
    this.currency = this.#lastCurrency = this.#same(this.#lastCurrency, begin, kind)
    this.account_code_begin = kind + kind_bytes
    this.#lastKind = this.#same(this.#lastKind, kind, this.account_code_begin)
    this.kind = this.#lastKind as OpenItemKind
    const [upper, lower] = [bytes.readUInt32BE(lengths), bytes.readUInt32BE(lengths + 4)]
    this.document_number_begin = this.account_code_begin + (upper >>> 16)
    this.payment_reference_begin = this.document_number_begin + (((upper & 0xffff) << 8) | (lower >>> 24))
    this.payment_reference_end = this.payment_reference_begin + (lower & 0xffffff)
    this.#next = this.payment_reference_end
  }

  /** Most lines have the kind and the currency of the one before: then it is the same string. */
  #same(last: string, begin: number, end: number): string {
    let at = last.length === end - begin ? begin : end + 1
    while (at < end && this.bytes[at] === last.charCodeAt(at - begin)) at += 1
    return at === end ? last : this.bytes.toString('latin1', begin, end)
  }
}
