import { expect } from 'chai'
import fc from 'fast-check'
import type { AmountToBook } from '../../../shared/accounting/bank-rules/ruled-amount.ts'
import { linesOfRule } from '../../../shared/accounting/bank-rules/voucher-of-rule.ts'
import { journalVoucherOf } from '../../../shared/accounting/documents/document-of-request.ts'
import { postOrBlock } from '../../../shared/accounting/facts/post-or-block.ts'
import type { PostingSettings } from '../../../shared/accounting/setup/posting-settings.ts'
import type { BankRuleAction, BankRuleLine } from '../../../shared/contract/bank-rules/bank-rule-parts.ts'
import type { JournalVoucherRequest } from '../../../shared/contract/facts/journal-vouchers.ts'
import { registration, SETTINGS, voucherContext } from '../facts/rule-contexts.ts'

const chf = (amount_minor: number, currency = 'CHF') => ({ amount_minor, currency })
const entry = (
  credit_debit: 'CRDT' | 'DBIT',
  amount_minor: bigint,
  more: Partial<AmountToBook> = {},
): AmountToBook => ({
  bank_account: 'CH9300762011623852957',
  credit_debit,
  amount_minor,
  currency: 'CHF',
  booking_date: '2026-03-15',
  ...more,
})
const book = (...lines: BankRuleLine[]): BankRuleAction => ({ text: 'Regel', lines })
const net: PostingSettings = { ...SETTINGS, vat_registrations: [registration('net_tax_rate')] }
const unregistered: PostingSettings = { ...SETTINGS, vat_registrations: [registration('not_registered')] }

/** Account, amount (a credit has a minus), tax code and base of each line. */
function booked(action: BankRuleAction, of: AmountToBook, settings = SETTINGS) {
  const made = linesOfRule(action, of, settings, [])
  if ('code' in made) return made.code
  return made.lines.map(({ account_code, debit, credit, tax_code, tax_base }) => {
    const amount = debit?.amount_minor ?? -(credit?.amount_minor ?? 0)
    return tax_code ? [account_code, amount, tax_code, tax_base?.amount_minor ?? null] : [account_code, amount]
  })
}

// biome-ignore format: a table reads better in rows
const CASES: readonly [name: string, BankRuleAction, AmountToBook, expected: unknown, settings?: PostingSettings][] = [
  ['bank charges', book({ account_code: '6940' }), entry('DBIT', 1_250n), [['1020', -1_250], ['6940', 1_250]]],
  ['interest', book({ account_code: '6950' }), entry('CRDT', 333n), [['1020', 333], ['6950', -333]]],
  ['rent with its tax', book({ account_code: '6000', tax_code: 'I81' }), entry('DBIT', 216_200n),
    [['1020', -216_200], ['6000', 200_000], ['1171', 16_200, 'I81', 200_000]]],
  ['rent under the rate of its day', book({ account_code: '6000', tax_code: 'I77' }), entry('DBIT', 215_400n, { booking_date: '2023-12-31' }),
    [['1020', -215_400], ['6000', 200_000], ['1171', 15_400, 'I77', 200_000]]],
  ['tax is rounded half up: 8.1 parts of 108.1 of 100.00', book({ account_code: '4000', tax_code: 'M81' }), entry('DBIT', 10_000n),
    [['1020', -10_000], ['4000', 9_251], ['1170', 749, 'M81', 9_251]]],
  ['card turnover, two rates', book({ account_code: '3200', share_bp: 7_000, tax_code: 'V81' }, { account_code: '3201', tax_code: 'V26' }), entry('CRDT', 100_001n),
    [['1020', 100_001], ['3200', -64_756], ['2200', -5_245, 'V81', 64_756], ['3201', -29_240], ['2200', -760, 'V26', 29_240]]],
  ['a fee that was taken off stands on the other side', book({ account_code: '6940', amount: chf(-150) }, { account_code: '3200' }), entry('CRDT', 9_850n),
    [['1020', 9_850], ['6940', 150], ['3200', -10_000]]],
  ['a share with a minus', book({ account_code: '6940', share_bp: -100 }, { account_code: '3200' }), entry('CRDT', 10_000n),
    [['1020', 10_000], ['6940', 100], ['3200', -10_100]]],
  ['shares are of what fixed amounts leave', book({ account_code: '6940', amount: chf(100) }, { account_code: '6500', share_bp: 2_500 }, { account_code: '6000' }), entry('DBIT', 1_101n),
    [['1020', -1_101], ['6940', 100], ['6500', 250], ['6000', 751]]],
  ['a service from abroad without registration books no tax', book({ account_code: '6500', tax_code: 'B81' }), entry('DBIT', 1_200_000n),
    [['1020', -1_200_000], ['6500', 1_200_000, 'B81', null]], unregistered],
  ['half a Rappen goes up', book({ account_code: '6500', share_bp: 5_000 }, { account_code: '6000' }), entry('DBIT', 3n),
    [['1020', -3], ['6500', 2], ['6000', 1]]],
  ['a rest of nothing is not booked', book({ account_code: '6940', amount: chf(500) }, { account_code: '6000' }), entry('DBIT', 500n),
    [['1020', -500], ['6940', 500]]],
  ['fixed amounts beyond the bank entry', book({ account_code: '6940', amount: chf(501) }, { account_code: '6000' }), entry('DBIT', 500n), 'parts_exceed_entry'],
  ['shares that rounding takes beyond the bank entry', book({ account_code: '6500', share_bp: 3_333 }, { account_code: '6501', share_bp: 3_333 }, { account_code: '6502', share_bp: 3_333 }, { account_code: '6000' }), entry('DBIT', 2n), 'parts_exceed_entry'],
  ['a fixed amount in another currency', book({ account_code: '6940', amount: chf(1, 'EUR') }, { account_code: '6000' }), entry('DBIT', 500n), 'currency_mismatch'],
  ['a service from abroad', book({ account_code: '6570', tax_code: 'B81' }), entry('DBIT', 10_000n),
    [['1020', -10_000], ['6570', 10_000], ['1171', 810, 'I81', 10_000], ['2203', -810, 'B81', 10_000]]],
  ['a service from abroad at the net tax rate', book({ account_code: '6570', tax_code: 'B81' }), entry('DBIT', 10_000n),
    [['1020', -10_000], ['6570', 10_000], ['6731', 810], ['2203', -810, 'B81', 10_000]], net],
  ['turnover at the net tax rate is booked gross', book({ account_code: '3200', tax_code: 'V81' }), entry('CRDT', 10_810n),
    [['1020', 10_810], ['3200', -10_810, 'V81', null]], net],
  ['turnover without tax', book({ account_code: '3200', tax_code: 'V0X' }), entry('CRDT', 10_810n),
    [['1020', 10_810], ['3200', -10_810, 'V0X', null]]],
  ['no tax, in words', book({ account_code: '6000', tax_code: 'NONE' }), entry('DBIT', 500n), [['1020', -500], ['6000', 500]]],
  ['a code that is none', book({ account_code: '6000', tax_code: 'X1' }), entry('DBIT', 500n), 'tax_code_unknown'],
  ['tax of less than half a Rappen', book({ account_code: '6000', tax_code: 'I81' }), entry('DBIT', 6n), 'tax_too_small'],
  ['no account for the tax', book({ account_code: '6000', tax_code: 'I81' }), entry('DBIT', 500n), 'account_mapping_missing',
    { ...SETTINGS, mappings: SETTINGS.mappings.filter(({ mapping_key }) => !mapping_key.startsWith('posting.input_tax')) }],
  ['no account at the bank', book({ account_code: '6000' }), entry('DBIT', 500n), 'account_mapping_missing',
    { ...SETTINGS, mappings: [] }],
]

describe('what a rule books', () => {
  for (const [name, action, of, expected, settings] of CASES)
    it(name, () => expect(booked(action, of, settings)).to.deep.equal(expected))

  const payable = (public_id: string, open_amount_minor: bigint, currency = 'CHF') => ({
    public_id,
    account_code: '2000',
    currency,
    open_amount_minor,
    ordered_from: null as string | null,
    named_otherwise: null as string | null,
    also_fits: null,
  })
  const settle: BankRuleAction = { text: 'Miete', settle_payable_of: { reference: 'S-1' } }

  it('the one payable of exactly that amount', () => {
    const payables = [payable('spay_1', 999n), payable('spay_2', 500n), payable('spay_3', 500n, 'EUR')]
    const made = linesOfRule(settle, entry('DBIT', 500n), SETTINGS, payables)
    expect('lines' in made && made.lines).to.deep.equal([
      { account_code: '1020', credit: chf(500) },
      { account_code: '2000', debit: chf(500), open_item: { supplier_payable_id: 'spay_2', purpose: 'payment' } },
    ])
  })

  it('none that an order pays from another account', () => {
    const from = (ordered_from: string) => [{ ...payable('spay_1', 500n), ordered_from }]
    const of = entry('DBIT', 500n)
    expect('lines' in linesOfRule(settle, of, SETTINGS, from(of.bank_account))).to.equal(true)
    const elsewhere = linesOfRule(settle, of, SETTINGS, from('CH5604835012345678009'))
    expect('code' in elsewhere && [elsewhere.code, elsewhere.message]).to.deep.equal([
      'no_open_payable',
      'spay_1 is ordered to be paid from CH5604835012345678009. Withdraw that payment first if the bank does not make it.',
    ])
  })

  it('none where several fit, none fits, or money comes in', () => {
    const codes = (of: AmountToBook, ...payables: ReturnType<typeof payable>[]) => {
      const made = linesOfRule(settle, of, SETTINGS, payables)
      return 'code' in made ? made.code : 'booked'
    }
    const two = [payable('spay_1', 500n), payable('spay_2', 500n)]
    expect(codes(entry('DBIT', 500n), ...two)).to.equal('several_open_payables')
    expect(codes(entry('DBIT', 501n), ...two)).to.equal('no_open_payable')
    expect(codes(entry('CRDT', 500n), payable('spay_1', 500n))).to.equal('no_open_payable')
  })
})

const CODES = [undefined, 'NONE', 'I81', 'I26', 'M81', 'B81', 'V81', 'V26', 'V38', 'V0X', 'VS81']
const ACCOUNTS = ['3400', '3800', '4000', '6300', '6500']
const part = fc.record({
  account_code: fc.constantFrom(...ACCOUNTS),
  tax_code: fc.constantFrom(...CODES),
  size: fc.oneof(
    fc.record({ share_bp: fc.integer({ min: -500, max: 4_000 }) }),
    fc.record({ amount: fc.integer({ min: -5_000, max: 20_000 }).map((minor) => chf(minor)) }),
  ),
})

describe('any rule and any bank entry', () => {
  it('the lines balance, use the whole bank entry, and nothing blocks their voucher', () => {
    let posted = 0
    const property = fc.property(
      fc.array(part, { maxLength: 4 }),
      fc.constantFrom(...ACCOUNTS),
      fc.constantFrom(...CODES),
      fc.constantFrom('CRDT' as const, 'DBIT' as const),
      fc.bigInt({ min: 1n, max: 9_000_000n }),
      (parts, account_code, tax_code, credit_debit, amount_minor) => {
        const coded = (code: string | undefined) => (code === undefined ? {} : { tax_code: code })
        const lines = [
          ...parts.map(({ size, ...one }) => ({ account_code: one.account_code, ...coded(one.tax_code), ...size })),
          { account_code, ...coded(tax_code) },
        ]
        const made = linesOfRule(book(...lines), entry(credit_debit, amount_minor), SETTINGS, [])
        if ('code' in made) {
          expect(made.code).to.be.oneOf(['parts_exceed_entry', 'tax_too_small'])
          return
        }
        const signed = made.lines.map(({ debit, credit }) => (debit?.amount_minor ?? 0) - (credit?.amount_minor ?? 0))
        expect(signed.reduce((sum, amount) => sum + amount, 0)).to.equal(0)
        expect(signed[0]).to.equal(Number(credit_debit === 'CRDT' ? amount_minor : -amount_minor))
        expect(
          made.lines.map((line) => line.debit ?? line.credit).every((one) => one && one.amount_minor > 0),
        ).to.equal(true)
        expect(made.places.length).to.equal(made.lines.length)
        const request = { business_date: '2026-03-15', payload: { text: 'Regel', lines: made.lines, bank_entries: [] } }
        const document = journalVoucherOf(request as unknown as JournalVoucherRequest)
        expect(postOrBlock(voucherContext(document)).blockers).to.deep.equal([])
        posted += 1
      },
    )
    fc.assert(property, { numRuns: 400, seed: 18 })
    expect(posted).to.be.above(200)
  })
})
