import { expect } from 'chai'
import { chf, credit, debit } from '../../../support/requests/examples.ts'
import { newKmuCustomer } from '../../../support/requests/kmu-chart.ts'
import { manual, reconciled } from './reconciled.ts'

describe('a private share in the yearly reconciliation', () => {
  it('is one against the current account of a shareholder, which its code says', async () => {
    const owned = await newKmuCustomer()
    const tax = { tax_code: 'V81', tax_base: chf(1_000) }
    await manual(owned, [debit('2160', 1_081), credit('6270', 1_000), credit('2200', 81, tax)])
    await manual(owned, [debit('2160', 400), credit('6500', 400)])
    const { accounts } = (await reconciled(owned)).turnover
    expect(
      accounts.flatMap(({ account_code, parts }) => parts.map(({ category }) => [account_code, category])),
    ).to.deep.equal([
      ['6270', 'private_share'],
      ['6500', 'private_share'],
    ])
  })
})
