import { expect } from 'chai'
import { bankEntry } from '../../../camt053/messages.ts'
import { refreshTables } from '../../../support/books.ts'
import { chf, taxLine } from '../../../support/requests/examples.ts'
import { there } from '../../../support/there.ts'
import { cellsOf, fetchAs } from '../../statements/books-to-show.ts'
import { booksOfReceived } from '../received/books-of-received.ts'
import { EFFECTIVE } from '../register.ts'
import { entriesAt, expectSums, pathOf, type Reconciliation, reconciled } from './reconciled.ts'

describe('the yearly reconciliation under received consideration', () => {
  const { customer, invoiced, received, allocate } = booksOfReceived({ ...EFFECTIVE, consideration: 'received' })
  const stepsOf = ({ turnover }: Reconciliation) =>
    turnover.steps.map(({ kind, category, period, amount }) => [kind, category ?? period, amount.amount_minor])
  const partsOf = ({ turnover }: Reconciliation) =>
    turnover.accounts.flatMap(({ account_code, parts }) =>
      parts.map(({ category, kind, amount }) => [account_code, category, kind, amount.amount_minor]),
    )

  it('has what an earlier year has booked as declared with its payment, not as booked by nobody', async () => {
    const tax_lines = [taxLine('V81', 100_000, 8_100)]
    const payload = { document_date: '2025-12-10', supply_date: '2025-12-10', tax_lines }
    const { id } = await invoiced(108_100, payload, { business_date: '2025-12-10' })
    const payment = await received(bankEntry({ amount: '540.50' }))
    const { status } = await allocate(payment.id, [[id, 54_050]], { posting_date: '2026-04-10' })
    expect(status).to.equal(201)
    for (const isFolded of [false, true]) {
      if (isFolded) await refreshTables(customer())
      expect(stepsOf(await reconciled(customer(), 'FY2025'))).to.deep.equal([
        ['revenue', null, 100_000],
        ['not_due', null, -100_000],
      ])
      const year = await reconciled(customer())
      expect(stepsOf(year)).to.deep.equal([
        ['revenue', null, 0],
        ['not_due', null, 50_000],
        ['not_filed', '2026-Q2', -50_000],
      ])
      expect(partsOf(year)).to.deep.equal([[null, 'declared_with_payment', 'declared', 50_000]])
      const entries = await entriesAt(there(there(year.turnover.accounts[0]).parts[0]).entries)
      expect(entries.map(({ posting_date, amount }) => [posting_date, amount])).to.deep.equal([
        ['2026-04-10', chf(50_000)],
      ])
      // 8.1 % of 500.00.
      expect([year.tax.in_records.figure_399, year.tax.figure_399]).to.deep.equal([chf(4_050), chf(0)])
      await expectSums(year)
    }
    const csv = cellsOf(await (await fetchAs(pathOf(customer(), '&locale=en'), 'text/csv')).text())
    expect(csv.filter(([, text]) => text === 'Declared with the payment')).to.have.length(2)
  })
})
