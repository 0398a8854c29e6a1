import { expect } from 'chai'
import { moneyEntryOfAllocation, moneyEntryOfSettlement } from '../../../shared/accounting/settlement/money-entry.ts'
import { hashOf } from '../../../shared/canonical/hash.ts'

const REQUESTED = { end_customer_id: 'c', currency: 'EUR', actor_id: 'a', request_id: 'r' }
const ALLOCATION = {
  ...REQUESTED,
  allocation_id: 'al',
  posting_date: '2026-03-15',
  request: { payment_id: 'pay_1', lines: [{ amount_minor: 5 }] },
  lines: [],
  closed: [],
  moves_money: true,
}
const SETTLEMENT = {
  ...REQUESTED,
  settlement_id: 's',
  supplier_payable_id: 'p',
  settlement_date: '2026-03-16',
  settled_minor: 10_810n,
  bank_reference: 'REF-1',
  evidence_sha256: null,
  reviewer_justification: 'seen',
  supplier_name: 'Papeterie',
  bank_account: null,
  terms: null,
}

/** Entries that are posted were hashed with these texts and snapshots. */
describe('an entry that moves money', () => {
  const payment = { payment_id: 'p1', account: 'CH1', debtor_name: null, canonical_entry_hash: 'h' }
  const cases = [
    [
      'an allocation',
      moneyEntryOfAllocation(ALLOCATION, payment),
      'Zahlung CH1',
      'c3cc2c31166cfa27fa6d662927b987e9e85885b4ac84877a4dbf4d21a5841947',
    ],
    [
      'a settlement without evidence',
      moneyEntryOfSettlement(SETTLEMENT),
      'Zahlung an Papeterie REF-1',
      '231ff57c6bcb037667b3ff4c04abc662c38e04ef6f275bdee3644a5b7be6c4e6',
    ],
    [
      'a settlement with evidence',
      moneyEntryOfSettlement({ ...SETTLEMENT, evidence_sha256: 'e', bank_reference: null }),
      'Zahlung an Papeterie',
      '1452ffbd405470913daa77c579d8025f93792562b1a0cf79e1bfa3533ce94375',
    ],
  ] as const
  for (const [name, money, description, snapshot_hash] of cases) {
    it(`${name} keeps its description and snapshot`, () => {
      expect(money.description).to.equal(description)
      expect(hashOf(money.source_snapshot)).to.equal(snapshot_hash)
    })
  }

  it('the name of the debtor comes before the account', () => {
    const named = moneyEntryOfAllocation(ALLOCATION, { ...payment, debtor_name: 'Muster AG' })
    expect(named.description).to.equal('Zahlung Muster AG')
  })

  it('an allocation without a payment names its first partners', () => {
    const lines = ['A', 'B', 'A', 'C', 'D'].map((partner_name) => ({ partner_name }))
    const money = moneyEntryOfAllocation({ ...ALLOCATION, lines }, null)
    expect([money.description, money.bank_account]).to.deep.equal(['Zahlung A, B, C, …', null])
  })
})
