import { expect } from 'chai'
import { findings } from '../../../support/books.ts'
import { post } from '../../../support/client.ts'
import { chf, EXPENSES, expense, taxLine } from '../../../support/requests/examples.ts'
import { newFiler } from '../filing/worked-quarter.ts'
import { booked } from '../records.ts'
import { entriesAt, expectSums, reconciled } from './reconciled.ts'

describe('the yearly reconciliation with a filing that owes nothing', () => {
  it('has what it emptied as transferred: it moves no account that returns are settled on', async () => {
    const customer = await newFiler()
    // 8.1 % of 1,000.00 from abroad is owed and deducted: 81.00 each.
    const service = { gross_amount: chf(100_000), tax_lines: [taxLine('B81', 100_000, 8_100)] }
    await booked(EXPENSES, expense(customer, { payload: service }))
    const { status, body } = await post('/v1/vat-returns/2026-Q1/file', { end_customer_id: customer })
    expect([status, body.payable_tax]).to.deep.equal([201, chf(0)])
    const reconciliation = await reconciled(customer)
    await expectSums(reconciliation)
    const { accounts } = reconciliation.tax
    expect(accounts.map((one) => [one.owed, one.deducted, one.transferred, one.other])).to.have.deep.members([
      [chf(8_100), chf(0), chf(-8_100), chf(0)],
      [chf(0), chf(-8_100), chf(8_100), chf(0)],
    ])
    for (const { transferred_entries, other_entries } of accounts) {
      const entries = await entriesAt(transferred_entries)
      expect(entries.map(({ journal_entry_id }) => journal_entry_id)).to.deep.equal([body.journal_entry_id])
      expect(await entriesAt(other_entries)).to.deep.equal([])
    }
    expect(await findings(customer)).to.deep.equal([])
  })
})
