import { expect } from 'chai'
import { checkControlAccounts } from '../../../api/setup/accounts/control-account-rules.ts'

describe('control accounts in a request of mappings', () => {
  it('each mapping is looked at a few times, however many of them name one account', () => {
    let looks = 0
    const mappings = Array.from({ length: 500 }, (_, index) => ({
      get mapping_key() {
        looks += 1
        return `posting.bank.b${index}`
      },
      account_code: '1100',
      valid_from: '2020-01-01',
    }))
    const known = [{ account_code: '1100', account_id: 'a', account_type: 'asset' as const }].map((account) => ({
      ...account,
      currency: 'CHF',
      has_postings: false,
      is_control: false,
    }))
    const roles = [{ account_code: '1100', is_control: false, mapping_keys: ['posting.bank'] }]
    expect(checkControlAccounts(mappings, known, roles)).to.deep.equal([])
    expect(looks).to.be.at.most(1_000)
    const debtors = { mapping_key: 'posting.accounts_receivable', account_code: '1100', valid_from: '2020-01-01' }
    const details = checkControlAccounts([...mappings, debtors], known, roles)
    expect(details).to.have.lengthOf(501)
    expect(details.at(-1)?.message).to.contain('lines of posting.bank belong')
  })
})
