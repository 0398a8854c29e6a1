import { expect } from 'chai'
import {
  findNamedBankEntry,
  nameBankEntries,
  takeUses,
  type UsableBankEntry,
} from '../../../shared/accounting/bank/bank-entry-state.ts'
import { planUses } from '../../../shared/accounting/bank/plan-uses.ts'
import { exhausted } from '../../../shared/accounting/bank/use-plan.ts'
import type { JournalVoucher } from '../../../shared/accounting/documents/accounting-document.ts'
import { amount, SETTINGS, voucherContext, voucherLine } from '../facts/rule-contexts.ts'

const IBAN = 'CH9300762011623852957'
const SAVINGS = 'CH5604835012345678009'
const mapping = (mapping_key: string, account_code: string) => ({
  mapping_key,
  account_code,
  valid_from: '2020-01-01',
  valid_to: null,
})
const settings = {
  ...SETTINGS,
  mappings: [...SETTINGS.mappings, mapping(`posting.bank.${IBAN}`, '1020'), mapping(`posting.bank.${SAVINGS}`, '1021')],
}

function bankEntry(entry_id: string, amount_minor: bigint, more: Partial<UsableBankEntry> = {}): UsableBankEntry {
  return {
    end_customer_id: 'c',
    entry_id,
    public_id: `cent_${entry_id}`,
    canonical_entry_hash: `hash ${entry_id}`,
    import_id: 'i1',
    day: '2026-04-15',
    bank_account: IBAN,
    currency: 'CHF',
    credit_debit: 'CRDT',
    is_booked: true,
    refusal: null,
    amount_minor,
    used_minor: 0n,
    payment_count: 0,
    payments: [],
    legs: [],
    changes: [],
    credits: [],
    holders: [],
    evidence_for: [],
    ...more,
  }
}

const payment = (payment_id: string, amount_minor: bigint, used_minor = 0n) => ({
  payment_id,
  public_id: `pay_${payment_id}`,
  amount_minor,
  used_minor,
})

const named = (id: string, amount_minor: number | null = null, payment_id: string | null = null) => ({
  named: `cent_${id}`,
  payment_id: payment_id && `pay_${payment_id}`,
  amount: amount_minor === null ? null : amount(amount_minor),
})

/** The uses as `[bank entry, payment, amount, line]`, or the codes of what is wrong. */
function plan(voucher: Partial<JournalVoucher>, ...bankEntries: UsableBankEntry[]) {
  const states = nameBankEntries(bankEntries)
  const document = voucherContext(voucher).document as JournalVoucher
  const { uses, findings } = planUses(document, settings, (one) => findNamedBankEntry(states, 'c', one))
  if (findings.length > 0) return findings.map(({ code }) => code)
  return uses.map(({ entry_id, payment_id, amount_minor, line_index }) => [
    entry_id,
    payment_id,
    Number(amount_minor),
    line_index,
  ])
}

const interest = [voucherLine('1020', 5_000), voucherLine('6950', -5_000)]

describe('uses of bank entries', () => {
  it('evidence is used through a line on the account of its IBAN, in its currency and direction', () => {
    const evidence = { evidence_hashes: ['hash a'] }
    const a = bankEntry('a', 5_000n, { payment_count: 1, payments: [payment('p', 5_000n)] })
    expect(plan({ lines: interest, ...evidence }, a)).to.deep.equal([['a', 'p', 5_000, 0]])
    const others = [
      [voucherLine('1021', 5_000), voucherLine('6950', -5_000)],
      [voucherLine('6950', 5_000), voucherLine('1020', -5_000)],
      [voucherLine('1020', 0, { amount: amount(5_000, 'EUR') }), voucherLine('6950', -5_000)],
    ]
    for (const lines of others) expect(plan({ lines, ...evidence }, a)).to.deep.equal([])
    expect(plan({ lines: interest, ...evidence }, bankEntry('a', 5_000n, { is_booked: false }))).to.deep.equal([])
    expect(plan({ lines: interest, evidence_hashes: ['hash of a receipt'] }, a)).to.deep.equal([])
  })

  it('evidence takes the amount of the line up to what is left, and nothing that is used or dismissed', () => {
    const evidence = { lines: interest, evidence_hashes: ['hash a'] }
    expect(plan(evidence, bankEntry('a', 9_000n))).to.deep.equal([['a', null, 5_000, 0]])
    expect(plan(evidence, bankEntry('a', 9_000n, { used_minor: 8_000n }))).to.deep.equal([['a', null, 1_000, 0]])
    expect(plan(evidence, bankEntry('a', 9_000n, { used_minor: 9_000n }))).to.deep.equal(['bank_entry_exhausted'])
    expect(plan(evidence, bankEntry('a', 9_000n, { refusal: 'is dismissed: a test' }))).to.deep.equal([
      'bank_entry_exhausted',
    ])
    const both = { ...evidence, evidence_hashes: ['hash a', 'hash b', 'hash a', 'hash c'] }
    expect(plan(both, bankEntry('a', 3_000n), bankEntry('b', 4_000n), bankEntry('c', 1n))).to.deep.equal([
      ['a', null, 3_000, 0],
      ['b', null, 2_000, 0],
    ])
  })

  it('named bank entries make up what the voucher moves on their account', () => {
    const a = bankEntry('a', 5_000n)
    expect(plan({ lines: interest, bank_entries: [named('a')] }, a)).to.deep.equal([['a', null, 5_000, 0]])
    const part = { lines: interest, bank_entries: [named('b', 5_000)] }
    expect(plan(part, bankEntry('b', 9_000n))).to.deep.equal([['b', null, 5_000, 0]])
    expect(plan({ lines: interest, bank_entries: [named('b')] }, bankEntry('b', 9_000n))).to.deep.equal([
      'bank_entry_amount_mismatch',
    ])
    expect(plan({ lines: interest, bank_entries: [named('a', 4_999)] }, a)).to.deep.equal([
      'bank_entry_amount_mismatch',
    ])
    expect(plan({ lines: interest, bank_entries: [named('a', 5_001)] }, a)).to.deep.equal(['bank_entry_exhausted'])
    expect(plan({ lines: interest, bank_entries: [named('x')] }, a)).to.deep.equal(['bank_entry_unknown'])
    expect(plan({ lines: interest, bank_entries: [], evidence_hashes: ['hash a'] }, a)).to.deep.equal([])
    const split = [voucherLine('1020', 2_000), voucherLine('1020', 3_000), voucherLine('6950', -5_000)]
    expect(plan({ lines: split, bank_entries: [named('a')] }, a)).to.deep.equal([
      ['a', null, 2_000, 0],
      ['a', null, 3_000, 1],
    ])
  })

  it('a transfer between own accounts is two bank entries; lines that cancel out need none', () => {
    const lines = [voucherLine('1021', 70_000), voucherLine('1020', -70_000)]
    const out = bankEntry('out', 70_000n, { credit_debit: 'DBIT' })
    const into = bankEntry('in', 70_000n, { bank_account: SAVINGS })
    expect(plan({ lines, bank_entries: [named('out'), named('in')] }, out, into)).to.deep.equal([
      ['out', null, 70_000, 1],
      ['in', null, 70_000, 0],
    ])
    expect(plan({ lines, bank_entries: [named('out')] }, out)).to.deep.equal([['out', null, 70_000, 1]])
    const through = [...lines, voucherLine('1020', 9_000), voucherLine('1020', -9_000)]
    expect(plan({ lines: through, bank_entries: [named('out')] }, out)).to.deep.equal([['out', null, 70_000, 1]])
    const fee = [...lines, voucherLine('6940', 100), voucherLine('1020', -100)]
    expect(plan({ lines: fee, bank_entries: [named('out')] }, out)).to.deep.equal(['bank_entry_amount_mismatch'])
  })

  it('of several payments one is named, or the whole bank entry is used', () => {
    const collective = (used: bigint) =>
      bankEntry('a', 8_000n, {
        used_minor: used,
        payment_count: 2,
        payments: [payment('p', 5_000n, used), payment('q', 3_000n)],
      })
    expect(plan({ lines: interest, bank_entries: [named('a', null, 'p')] }, collective(0n))).to.deep.equal([
      ['a', 'p', 5_000, 0],
    ])
    expect(plan({ lines: interest, bank_entries: [named('a', 5_000)] }, collective(0n))).to.deep.equal([
      'bank_entry_amount_mismatch',
    ])
    expect(plan({ lines: interest, bank_entries: [named('a', null, 'x')] }, collective(0n))).to.deep.equal([
      'bank_entry_unknown',
    ])
    const again = [named('a', 3_000, 'p'), named('a', 3_000, 'p')]
    expect(plan({ lines: interest, bank_entries: again }, collective(0n))).to.deep.equal(['bank_entry_exhausted'])
    const taken = plan({ lines: interest, bank_entries: [named('a', null, 'p')] }, collective(5_000n))
    expect(taken).to.deep.equal(['bank_entry_exhausted'])
    const whole = [voucherLine('1020', 8_000), voucherLine('2030', -8_000)]
    expect(plan({ lines: whole, bank_entries: [named('a')] }, collective(0n))).to.deep.equal([['a', null, 8_000, 0]])
  })

  it('a later voucher of the batch finds what an earlier one has left, and who took the rest', () => {
    const states = nameBankEntries([bankEntry('a', 8_000n)])
    const document = voucherContext({ lines: interest, bank_entries: [named('a', 5_000)] }).document as JournalVoucher
    const find = (one: string) => findNamedBankEntry(states, 'c', one)
    const first = planUses(document, settings, find)
    takeUses(states, 'c', first.uses, 'the fact V-1', { source_fact_id: 'f', credited: [], date: '2026-04-01' })
    const { findings } = planUses(document, settings, find)
    expect(findings).to.deep.equal([
      {
        code: 'bank_entry_exhausted',
        message:
          'Of bank entry cent_a CHF 30.00 of CHF 80.00 is not booked yet, and CHF 50.00 is asked for; it is booked by the fact V-1.',
        pointer: '/payload/bank_entries/0',
      },
    ])
    expect(exhausted(bankEntry('a', 8_000n), '', 0n, 5_000n).message).to.equal(
      'Bank entry cent_a of CHF 80.00 is booked already, as far as it is named here, and CHF 50.00 is asked for.',
    )
    const whole = bankEntry('a', 8_000n, { used_minor: 8_000n, holders: ['fact_1', 'pset_2'] })
    expect(exhausted(whole, '', 0n, null).message).to.equal(
      'Bank entry cent_a of CHF 80.00 is wholly booked already; it is booked by fact_1, pset_2. Reverse first what books it, or name another bank entry.',
    )
    expect(findNamedBankEntry(states, 'another', 'cent_a')).to.equal(undefined)
  })
})
