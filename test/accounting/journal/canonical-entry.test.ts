import canonicalize from 'canonicalize'
import { expect } from 'chai'
import fc from 'fast-check'
import type { TaxSnapshot } from '../../../shared/accounting/documents/tax-record.ts'
import { canonicalEntry, type JournalEntry } from '../../../shared/accounting/journal/canonical-entry.ts'
import { sha256Of } from '../../../shared/canonical/hash.ts'

const LINE = {
  account_code: '6500',
  debit_minor: 10_000n,
  credit_minor: 0n,
  transaction_currency: 'EUR',
  transaction_minor: 10_526n,
  rate_e8: 95_000_000n,
  tax: null,
  text: null,
  open_item: null,
}

const ENTRY: JournalEntry = {
  end_customer_id: '6bb1e290-edd1-46fd-8552-4a66d50d821f',
  entry_number: 2n,
  journal_entry_id: '019bd0c2-7c00-7000-8000-000000000001',
  fiscal_year_id: 'FY2026',
  posting_date: '2026-03-15',
  document_date: '2026-03-14',
  description: 'Papeterie Müller 7',
  source_type: 'expense_document',
  source_id: '019bd0c2-7c00-7000-8000-000000000002',
  source_snapshot: { request: { b: 1, a: null }, request_hash: 'a'.repeat(64) },
  entry_type: 'standard',
  reversal_of: null,
  rule_version: 1,
  actor_id: 'k',
  request_id: 'r',
  currency: 'CHF',
  posted_at: '2026-03-15T08:00:00.000Z',
  previous_hash: 'b'.repeat(64),
  lines: [LINE, { ...LINE, account_code: '2000', debit_minor: 0n, credit_minor: 10_000n }],
}

const TAX: TaxSnapshot = {
  tax_code: 'I81',
  direction: 'input_operating',
  rate_bp: 810,
  form_figure: '405',
  supply_date: '2026-03-15',
  currency: 'CHF',
  base_minor: 10_000n,
  tax_minor: 810n,
}

const text = fc.string({ unit: 'grapheme' })
const SAFE = BigInt(Number.MAX_SAFE_INTEGER)
const minor = fc.bigInt({ min: 0n, max: 2n ** 62n })
const tax = fc.record({
  tax_code: text,
  rate_bp: fc.nat(),
  base_minor: fc.bigInt({ min: -SAFE, max: SAFE }),
  tax_minor: fc.bigInt({ min: -SAFE, max: SAFE }),
  input: text,
})

const openItem = fc.oneof(
  fc.record({ document_id: text, purpose: text }),
  fc.record({
    new: fc.record({ partner: fc.record({ name: text }), tax_lines: fc.array(fc.record({ declared: fc.boolean() })) }),
  }),
)

const entries = fc.record<JournalEntry>({
  end_customer_id: fc.uuid(),
  entry_number: minor,
  journal_entry_id: fc.uuid(),
  fiscal_year_id: text,
  posting_date: text,
  document_date: text,
  description: text,
  source_type: text,
  source_id: fc.uuid(),
  source_snapshot: fc.dictionary(text, fc.oneof(text, fc.integer(), fc.constant(null), fc.array(text))),
  entry_type: fc.constantFrom('standard', 'opening', 'closing'),
  reversal_of: fc.option(fc.uuid()),
  rule_version: fc.nat(),
  actor_id: text,
  request_id: text,
  currency: text,
  posted_at: text,
  previous_hash: text,
  lines: fc.array(
    fc.record({
      account_code: text,
      debit_minor: minor,
      credit_minor: minor,
      transaction_currency: text,
      transaction_minor: minor,
      rate_e8: fc.option(minor),
      tax: fc.option(tax as fc.Arbitrary<never>),
      text: fc.option(text),
      open_item: fc.option(openItem as fc.Arbitrary<never>),
    }),
  ),
})

function exact(value: bigint): number | string {
  return value <= Number.MAX_SAFE_INTEGER ? Number(value) : String(value)
}

/** The verifier hashes with the same function as posting, so it could not tell if what is hashed became another text. */
describe('the text of an entry that is hashed', () => {
  it('the hash of an entry stays what it was when entries like it were posted', () => {
    expect(sha256Of(canonicalEntry(ENTRY))).to.equal('8e6aba61b7ae15b8522ab22a1bd3bf333cb3e2826b2c90fd04b09ad084cd31b6')
  })

  it('is the RFC 8785 form of everything that any entry says', () =>
    fc.assert(
      fc.property(entries, (entry) => {
        const { entry_type, ...said } = entry
        const lines = entry.lines.map(({ text, open_item, ...line }) => ({
          ...line,
          debit_minor: exact(line.debit_minor),
          credit_minor: exact(line.credit_minor),
          transaction_minor: exact(line.transaction_minor),
          rate_e8: line.rate_e8 === null ? null : exact(line.rate_e8),
          tax: line.tax && {
            ...line.tax,
            base_minor: Number(line.tax.base_minor),
            tax_minor: Number(line.tax.tax_minor),
          },
          ...(text === null ? {} : { text }),
          ...(open_item === null ? {} : { open_item }),
        }))
        const members = { ...said, lines, entry_number: exact(entry.entry_number) }
        const expected = canonicalize(entry_type === 'standard' ? members : { ...members, entry_type })
        expect(canonicalEntry(entry)).to.equal(expected)
      }),
    ))

  it('amounts of tax are written in full, and as before where a number can say them', () => {
    const textWith = (tax_minor: bigint) =>
      canonicalEntry({ ...ENTRY, lines: [{ ...LINE, tax: { ...TAX, tax_minor } }] })
    expect(textWith(-810n)).to.include('"tax_minor":-810}')
    expect(textWith(2n ** 60n + 1n)).to.include('"tax_minor":1152921504606846977}')
    // Before, such an amount was rounded on its way; its row keeps the digits that were hashed then.
    const rounded = JSON.stringify(Number(2n ** 60n + 1n))
    expect(textWith(BigInt(rounded))).to.include(`"tax_minor":${rounded}}`)
  })

  const changes: [name: string, change: Partial<JournalEntry>][] = [
    ['the hash before', { previous_hash: 'c'.repeat(64) }],
    ['the number', { entry_number: 3n }],
    ['the day', { posting_date: '2026-03-16' }],
    ['the kind of entry', { entry_type: 'closing' }],
    ['the source', { source_snapshot: {} }],
    ['an account', { lines: [{ ...LINE, account_code: '6501' }, ...ENTRY.lines.slice(1)] }],
    ['the text of a line', { lines: [{ ...LINE, text: 'x' }, ...ENTRY.lines.slice(1)] }],
    [
      'the open item of a line',
      { lines: [{ ...LINE, open_item: { document_id: 'doc_x', purpose: 'payment' } }, ...ENTRY.lines.slice(1)] },
    ],
    ['the order of the lines', { lines: ENTRY.lines.toReversed() }],
  ]
  for (const [name, change] of changes) {
    it(`another text once ${name} is another`, () =>
      expect(canonicalEntry({ ...ENTRY, ...change })).not.to.equal(canonicalEntry(ENTRY)))
  }
})
