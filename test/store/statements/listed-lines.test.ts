import { expect } from 'chai'
import fc from 'fast-check'
import { ListedLines } from '../../../shared/store/statements/listed-lines.ts'

const KINDS = ['receivable', 'customer_credit', 'payable', 'supplier_advance'] as const
const text = fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('', ' ', 'ü, 12 -', '𝒳 "1"\r\n', '4 5 6'))
const integer = fc.bigInt(-(2n ** 63n), 2n ** 63n - 1n)
const line = fc.record({
  texts: fc.tuple(text, text, fc.stringMatching(/^[0-9A-Za-z][0-9A-Za-z._-]{0,19}$/), text, text),
  document_day: fc.nat(3_652_058),
  due_day: fc.option(fc.nat(3_652_058)),
  is_opening: fc.boolean(),
  is_of_payment: fc.boolean(),
  kind: fc.constantFrom(...KINDS),
  currency: fc.constantFrom('CHF', 'EUR'),
  entry_number: integer,
  amounts: fc.oneof(
    integer.map((one) => [one]),
    fc.array(integer, { minLength: 4, maxLength: 4 }),
  ),
})
type Line = typeof line extends fc.Arbitrary<infer One> ? One : never
type Texts = [Buffer, Buffer, Buffer, Buffer, Buffer]

describe('lines of open items', () => {
  it('are cut into what was put into them, whatever characters the texts have', () => {
    const read = new ListedLines()
    fc.assert(
      fc.property(fc.array(line), fc.array(line), (ofFirst, ofSecond) => {
        const lines = [...ofFirst, ...ofSecond]
        read.read([ofFirst, ofSecond].map((block) => inBase64(Buffer.concat(block.map(written)))))
        for (const one of lines) {
          expect(read.next()).to.equal(true)
          expect(partsOf(read)).to.deep.equal(expectedOf(one))
        }
        expect(read.next()).to.equal(false)
      }),
      { seed: 55 },
    )
  })
})

const ID = Buffer.from('0123456789abcdef0123456789abcdef', 'hex')
const PAYMENT = Buffer.from('fedcba9876543210fedcba9876543210', 'hex')

// biome-ignore format: a line reads better in rows
/** As `blocks_of_open_items` writes it. */
function written({ texts, currency, kind, ...item }: Line): Buffer {
  const [name, reference, account, document, payment] = texts.map((each) => Buffer.from(each)) as Texts
  const first =
    (BigInt(item.document_day) << 32n) | BigInt(item.due_day === null ? 0 : item.due_day + 1) |
    (BigInt(kind.length) << 54n) | (BigInt(item.is_opening) << 60n) | (BigInt(item.is_of_payment) << 61n) |
    (BigInt(item.amounts.length === 1) << 62n)
  const lengths = (BigInt(account.length) << 48n) | (BigInt(document.length) << 24n) | BigInt(payment.length)
  return Buffer.concat([
    eight((BigInt(name.length) << 32n) | BigInt(reference.length)), name, reference, eight(first), eight(lengths),
    eight(item.entry_number), ...item.amounts.map(eight), ID, ...(item.is_of_payment ? [PAYMENT] : []),
    Buffer.from(currency + kind), account, document, payment,
  ])
}

/** As PostgreSQL breaks its lines. */
function inBase64(bytes: Buffer): string {
  return bytes.toString('base64').replace(/.{76}(?=.)/g, '$&\n')
}

function eight(integer: bigint): Buffer {
  const bytes = Buffer.alloc(8)
  bytes.writeBigInt64BE(integer)
  return bytes
}

function partsOf(read: ListedLines) {
  const text = (begin: number, end: number) => String(read.bytes.subarray(begin, end))
  const integer = (at: number) => read.bytes.readBigInt64BE(at)
  const id = (at: number) => read.bytes.subarray(at, at + 16)
  return {
    texts: [
      text(read.partner_name_begin, read.partner_reference_begin),
      text(read.partner_reference_begin, read.partner_reference_end),
      text(read.account_code_begin, read.document_number_begin),
      text(read.document_number_begin, read.payment_reference_begin),
      text(read.payment_reference_begin, read.payment_reference_end),
    ],
    days: [read.document_day, read.due_day],
    is_opening: read.is_opening,
    kind: read.kind,
    currency: read.currency,
    entry_number: integer(read.entry_number),
    amounts: [read.amount_minor, read.base_amount_minor, read.open_minor, read.base_open_minor].map(integer),
    open_item_id: id(read.open_item_id),
    payment_id: read.payment_id === null ? null : id(read.payment_id),
  }
}

function expectedOf({ texts, document_day, due_day, is_opening, is_of_payment, kind, currency, ...item }: Line) {
  const [amount = 0n] = item.amounts
  return {
    texts,
    days: [document_day, due_day],
    is_opening,
    kind,
    currency,
    entry_number: item.entry_number,
    amounts: item.amounts.length === 1 ? [amount, amount, amount, amount] : item.amounts,
    open_item_id: ID,
    payment_id: is_of_payment ? PAYMENT : null,
  }
}
