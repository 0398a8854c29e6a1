import { expect } from 'chai'
import { entryOfLegs, legsOnAccounts } from '../../../shared/accounting/settlement/entry-of-legs.ts'
import { postSettlement } from '../../../shared/accounting/settlement/settlement-posting.ts'
import { SETTINGS } from '../facts/rule-contexts.ts'

const MONEY = {
  end_customer_id: 'c',
  source_type: 'supplier_payable_settlement',
  source_id: 's',
  source_snapshot: {},
  posting_date: '2026-03-15',
  description: 'Zahlung',
  currency: 'CHF',
  bank_account: null,
  actor_id: 'a',
  request_id: 'r',
} as const

const MAPPINGS = [
  ...SETTINGS.mappings,
  { mapping_key: 'posting.fx_gain', account_code: '6999', valid_from: '2020-01-01', valid_to: null },
  { mapping_key: 'posting.fx_loss', account_code: '6949', valid_from: '2020-01-01', valid_to: null },
]

describe('the entry of a settlement', () => {
  const payable = { account_code: '2000', amount_minor: 10_810n, base_minor: 10_810n }
  const blockersWith = (control: string[], bank_base_minor = 10_810n) => {
    const more = control.map((account_code) => ({ account_code, kind: 'receivable' as const }))
    const settings = { ...SETTINGS, mappings: MAPPINGS, control_accounts: [...SETTINGS.control_accounts, ...more] }
    const charges = { amount_minor: 0n, base_minor: 0n }
    const beside = { charges, advance: charges }
    const money = { account: { role: 'bank' }, amount_minor: 10_810n, base_minor: bank_base_minor, ...beside } as const
    const legs = legsOnAccounts(MONEY, postSettlement(payable, money), settings)
    const accounts = legs.map(({ account_code = '' }) => ({
      end_customer_id: 'c',
      account_code,
      on_date: MONEY.posting_date,
      status: 'active' as const,
      account_type: 'asset' as const,
    }))
    const context = { settings, today: '2026-11-21', accounts, turnover_minor: 0n }
    const made = entryOfLegs(MONEY, legs, context, 'je', '2026-03-15T00:00:00.000Z')
    return 'blockers' in made ? made.blockers.map(({ code, message }) => `${code}: ${message}`) : []
  }

  it('has an item on the line of the payable, and none at the bank', () => {
    expect(blockersWith([])).to.deep.equal([])
  })

  it('is blocked where the bank or the exchange difference would need an item', () => {
    const each = (code: string) =>
      `control_account_without_item: Each line on account ${code} has an open item, and this one would have none.`
    expect(blockersWith(['1020'])).to.deep.equal([each('1020')])
    expect(blockersWith(['6999'], 10_000n)).to.deep.equal([each('6999')])
    expect(blockersWith(['6949'], 11_000n)).to.deep.equal([each('6949')])
  })
})
