import { expect } from 'chai'
import { findings, linesOf, payables } from '../../support/books.ts'
import { bookExpense } from '../../support/requests/book-expense.ts'
import { newEndCustomer, taxLine } from '../../support/requests/examples.ts'

describe('entries of expense documents', () => {
  it('a credit note mirrors the invoice and is open with the other sign', async () => {
    const customer = await newEndCustomer()
    const gross_amount = { amount_minor: -5_405, currency: 'CHF' }
    const fact = await bookExpense(customer, { payload: { gross_amount, tax_lines: [taxLine('I81', -5_000, -405)] } })
    expect(await linesOf(fact.journal_entry_id.id)).to.deep.equal([
      ['6500', 0, 5_000],
      ['1171', 0, 405],
      ['2000', 5_405, 0],
    ])
    expect((await payables(customer))[0]).to.include({ amount_minor: -5_405, open_amount_minor: -5_405 })
    expect(await findings(customer)).to.deep.equal([])
  })

  it('acquisition tax is booked on both sides, and owed to the tax administration only', async () => {
    const customer = await newEndCustomer()
    const gross_amount = { amount_minor: 100_000, currency: 'CHF' }
    const payload = { gross_amount, expense_category: 'software', tax_lines: [taxLine('B81', 100_000, 8_100)] }
    const fact = await bookExpense(customer, { payload })
    expect(await linesOf(fact.journal_entry_id.id)).to.deep.equal([
      ['6580', 100_000, 0],
      ['2000', 0, 100_000],
      ['1171', 8_100, 0],
      ['2203', 0, 8_100],
    ])
    expect((await payables(customer))[0]).to.include({ open_amount_minor: 100_000 })
  })
})
