import { expect } from 'chai'
import type {
  BankLeg,
  GivenCredit,
  PlannedUse,
  UsableBankEntry,
} from '../../../shared/accounting/bank/bank-entry-state.ts'
import { planCredits } from '../../../shared/accounting/bank/credit-of-payments.ts'
import type { JournalVoucher } from '../../../shared/accounting/documents/accounting-document.ts'
import { keyOfItem } from '../../../shared/accounting/documents/voucher-item.ts'
import { voucherContext, voucherLine } from '../facts/rule-contexts.ts'
import { named, unbooked } from '../open-items/voucher-items.ts'

const payment = named('payment_id', 'pay_p', 'transfer')
const states = new Map([[keyOfItem(payment.open_item), unbooked(30_000, { open_item_id: 'p' })]])

const leg = (
  amount_minor: bigint,
  account_code: string,
  payment_id: string | null = 'p',
  brought = amount_minor,
): BankLeg => ({
  payment_id,
  amount_minor,
  source_fact_id: 'earlier',
  credited: [{ account_code, amount_minor: brought }],
})
/** By a voucher that took it from an account. */
const credit = (amount_minor: bigint, account_code: string, payment_id = 'p'): GivenCredit => ({
  payment_id,
  amount_minor,
  source_fact_id: 'another',
  debited: [{ account_code, amount_minor }],
})
const use = (amount_minor: bigint, entry_id = 'a'): PlannedUse => ({
  entry_id,
  payment_id: 'p',
  amount_minor,
  line_index: 0,
})

/** The credit that is given, or the code of what is wrong. */
function plan(from: string, uses: PlannedUse[], more: Partial<UsableBankEntry>, taken = 30_000) {
  const lines = [voucherLine(from, taken), voucherLine('2030', -30_000, payment)]
  const bankEntry: UsableBankEntry = {
    end_customer_id: 'c',
    entry_id: 'a',
    public_id: 'cent_a',
    canonical_entry_hash: 'hash a',
    import_id: 'i1',
    day: '2026-04-15',
    bank_account: 'CH9300762011623852957',
    currency: 'CHF',
    credit_debit: 'CRDT',
    is_booked: true,
    refusal: null,
    amount_minor: 60_000n,
    used_minor: 0n,
    payment_count: 2,
    payments: [],
    legs: [],
    changes: [],
    credits: [],
    holders: [],
    evidence_for: [],
    ...more,
  }
  const document = voucherContext({ lines }).document as JournalVoucher
  const { given, findings } = planCredits(document, 'voucher', uses, states, () => bankEntry)
  return [...given.map(({ amount_minor }) => Number(amount_minor)), ...findings.map(({ code }) => code)]
}

describe('credit that a voucher gives to a payment', () => {
  const REFUSED = ['payment_not_booked']

  it('comes from the bank entry that the voucher uses itself', () => {
    expect(plan('1020', [use(30_000n)], {})).to.deep.equal([30_000])
    expect(plan('1020', [use(29_999n)], {})).to.deep.equal(REFUSED)
    expect(plan('1020', [use(30_000n, 'b')], {})).to.deep.equal(REFUSED)
  })

  it('comes from the account on which an earlier use has put it, as far as it is there and taken from there', () => {
    expect(plan('1099', [], { legs: [leg(30_000n, '1099')] })).to.deep.equal([30_000])
    expect(plan('1099', [], { legs: [leg(29_999n, '1099')] })).to.deep.equal(REFUSED)
    expect(plan('1000', [], { legs: [leg(30_000n, '1099')] })).to.deep.equal(REFUSED)
    expect(plan('1099', [], { legs: [leg(30_000n, '1099')] }, 1)).to.deep.equal(REFUSED)
    expect(plan('1099', [], { legs: [leg(30_000n, '1099', 'q')] })).to.deep.equal(REFUSED)
    expect(plan('1099', [], {})).to.deep.equal(REFUSED)
  })

  it('shares a bank entry that is booked as a whole with its other payments', () => {
    const whole = { legs: [leg(60_000n, '1099', null)] }
    const others = (amount_minor: bigint) => [credit(amount_minor, '1099', 'q')]
    expect(plan('1099', [], { ...whole, credits: others(30_000n) })).to.deep.equal([30_000])
    expect(plan('1099', [], { ...whole, credits: others(30_001n) })).to.deep.equal(REFUSED)
  })

  it('was given once, whatever has used it since', () => {
    const parked = { legs: [leg(30_000n, '1099')] }
    expect(plan('1099', [], { ...parked, credits: [credit(1n, '1099')] })).to.deep.equal(REFUSED)
    expect(plan('1099', [], { ...parked, credits: [credit(30_000n, '1099')] })).to.deep.equal(REFUSED)
    const twice = { legs: [...parked.legs, leg(30_000n, '6950')], credits: [credit(30_000n, '6950')] }
    expect(plan('1099', [], twice)).to.deep.equal([30_000])
    expect(plan('6950', [], twice)).to.deep.equal(REFUSED)
  })

  it('takes from an account no more than the bank entry has brought there', () => {
    expect(plan('1099', [], { legs: [leg(60_000n, '1099', 'p', 30_000n)] })).to.deep.equal([30_000])
    expect(plan('1099', [], { legs: [leg(60_000n, '1099', 'p', 29_999n)] })).to.deep.equal(REFUSED)
    const shared = [leg(30_000n, '1099', 'p', 30_000n), leg(30_000n, '1099', 'p', 30_000n)]
    expect(plan('1099', [], { legs: shared, credits: [credit(1n, '1099')] })).to.deep.equal(REFUSED)
  })

  it('was given by an earlier release without the money, and is gone from wherever that is', () => {
    expect(plan('1099', [], { legs: [leg(30_000n, '1099')], credits: [credit(1n, '1000')] })).to.deep.equal(REFUSED)
  })

  it('is refused for a bank entry that nobody can book', () => {
    const refusal = 'is dismissed: a test.'
    expect(plan('1099', [], { refusal, legs: [leg(30_000n, '1099')] })).to.deep.equal(REFUSED)
  })
})
