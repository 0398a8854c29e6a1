import { expect } from 'chai'
import { missingRate, moneyBlockers } from '../../../shared/accounting/journal/money-blockers.ts'
import { SETTINGS } from '../facts/rule-contexts.ts'

const DAY = { settings: SETTINGS, posting_date: '2026-03-15', today: '2026-11-21', missing_rates: [], size: null }
const account = (account_code: string | undefined, status?: 'active' | 'inactive', keys: string[] = []) => ({
  account_code,
  keys,
  status,
  pointer: '',
})

/** The texts are those that intents were answered with at first. */
describe('what blocks money', () => {
  it('nothing, where every account is active', () => {
    expect(moneyBlockers({ ...DAY, accounts: [account('1020', 'active')] })).to.deep.equal([])
  })

  it('an account that is inactive or in no chart, named once', () => {
    const accounts = [account('1100'), account('1100'), account('1020', 'inactive', ['posting.bank'])]
    expect(moneyBlockers({ ...DAY, accounts })).to.deep.equal(
      ['1100', '1020'].map((code) => ({
        code: 'account_inactive',
        message: `Account ${code} is not active on 2026-03-15.`,
        pointer: '',
        remedy: 'Put a chart that lists the account as active on that day.',
      })),
    )
  })

  it('a role without an account', () => {
    const accounts = [account(undefined, undefined, ['posting.bank.CH1', 'posting.bank'])]
    expect(moneyBlockers({ ...DAY, accounts })).to.deep.equal([
      {
        code: 'account_mapping_missing',
        message: 'No account is mapped to posting.bank.CH1 or posting.bank.',
        pointer: '',
        remedy: 'Map the key to an account, or put a chart that contains the account of the SME chart for it.',
      },
    ])
  })

  it('a day that is not open: the draft is sent again, before a year is opened or a lock moved', () => {
    const fiscal_years = SETTINGS.fiscal_years.map((year) => ({ ...year, state: 'closed' as const }))
    const remedies = [{ fiscal_years }, { locked_through: '2026-03-31' }].map((more) =>
      moneyBlockers({ ...DAY, settings: { ...SETTINGS, ...more }, accounts: [] }).map(({ remedy }) => remedy),
    )
    const again = 'Reverse the draft, and send it again with a posting_date (of a settlement: settlement_date)'
    expect(remedies).to.deep.equal([
      [`${again} in an open fiscal year, or reopen this one.`],
      [`${again} behind the lock, or move the lock.`],
    ])
  })

  it('a missing rate', () => {
    expect(missingRate(SETTINGS, 'EUR', '2026-03-15')).to.deep.equal([
      {
        code: 'exchange_rate_missing',
        message: 'No exchange rate of EUR to CHF is known on or before 2026-03-15.',
        pointer: '',
        remedy: 'Set an exchange rate for this currency on or before that day.',
      },
    ])
  })
})
