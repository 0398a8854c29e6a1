import { expect } from 'chai'
import { findings } from '../../support/books.ts'
import { get, post } from '../../support/client.ts'
import { bookExpense } from '../../support/requests/book-expense.ts'
import { chf, credit, debit, newEndCustomer, taxLine, VOUCHERS, voucher } from '../../support/requests/examples.ts'
import { there } from '../../support/there.ts'

const OLD = { supply_period: { from: '2023-07-01', to: '2023-12-31' } }

const recordsOf = async (journal_entry_id: string | null) =>
  (await get(`/v1/journal-entries/${there(journal_entry_id)}`)).body.lines.flatMap(({ tax }) =>
    tax ? [{ code: tax.tax_code, on: tax.supply_date, period: tax.supply_period }] : [],
  )

describe('lines with a supply of their own', () => {
  it('keep the day or the period in their tax records, and the books verify', async () => {
    const customer = await newEndCustomer()
    const tax_lines = [taxLine('I77', 50_000, 3_850, OLD), taxLine('I81', 50_000, 4_050, { supply_date: '2024-01-01' })]
    const fact = await bookExpense(customer, { payload: { gross_amount: chf(107_900), tax_lines } })
    expect(await recordsOf(fact.journal_entry_id.id)).to.deep.equal([
      { code: 'I77', on: '2023-12-31', period: OLD.supply_period },
      { code: 'I81', on: '2024-01-01', period: undefined },
    ])
    const lines = [
      debit('6500', 10_000),
      debit('1171', 770, { tax_code: 'I77', tax_base: chf(10_000), ...OLD }),
      credit('1520', 10_770),
    ]
    const booked = (await post(VOUCHERS, voucher(customer, { payload: { lines } }), { wait: 10 })).body
    expect(await recordsOf(booked.journal_entry_id.id)).to.deep.equal([
      { code: 'I77', on: '2023-12-31', period: OLD.supply_period },
    ])
    expect(await findings(customer)).to.deep.equal([])
  })

  it('are refused with half a period', async () => {
    const customer = await newEndCustomer()
    const lines = [debit('6500', 10_000, { supply_period: { from: '2026-01-01' } }), credit('1520', 10_000)]
    expect((await post(VOUCHERS, voucher(customer, { payload: { lines } }))).status).to.equal(422)
  })
})
