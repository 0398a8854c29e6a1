import { expect } from 'chai'
import { defaultMappings } from '../../../shared/accounting/setup/default-mappings.ts'

describe('default mappings', () => {
  const account = (account_code: string, account_type: string, status = 'active') =>
    ({ account_code, account_type, status }) as never
  const mapped = (...accounts: never[]) =>
    Object.fromEntries(defaultMappings(accounts).map(({ mapping_key, account_code }) => [mapping_key, account_code]))
  it('take the usual code, else the lowest account of the range', () => {
    expect(mapped(account('2000', 'liability'), account('2010', 'liability'))['posting.accounts_payable']).to.equal(
      '2000',
    )
    expect(mapped(account('2010', 'liability'), account('2005', 'liability'))['posting.accounts_payable']).to.equal(
      '2005',
    )
    expect(mapped(account('6800', 'expense'), account('6200', 'expense'))['posting.expense.default']).to.equal('6200')
  })
  it('leave inactive accounts and missing roles out', () => {
    expect(mapped(account('2000', 'liability', 'inactive'))).to.deep.equal({})
    expect(mapped(account('1171', 'asset'))).to.deep.equal({
      'posting.input_tax.material': '1171',
      'posting.input_tax.operating': '1171',
    })
  })
})
