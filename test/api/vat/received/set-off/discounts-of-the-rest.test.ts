import { expect } from 'chai'
import { itemsOf, post, put } from '../../../../support/client.ts'
import { chf, EXPENSES, expense, taxLine } from '../../../../support/requests/examples.ts'
import { there } from '../../../../support/there.ts'
import { movedBy, taxOf } from '../../../settlement/terms/balances.ts'
import { booksOfReceived } from '../books-of-received.ts'

const ADVANCE = { expense_category: 'advance' }
const MAPPING = { mapping_key: 'posting.expense.category.advance', account_code: '1192', valid_from: '2020-01-01' }

/** A tenth of the rest is deducted: of each part of it, and of nothing that the advance has paid. */
describe('a discount on a final invoice of a supplier, under received consideration', () => {
  const { customer, settle } = booksOfReceived()
  beforeEach(async () => {
    await put('/v1/account-mappings', { end_customer_id: customer(), mappings: [MAPPING] }, { wait: 10 })
  })
  const settledWithDiscount = async (gross: number, tax_lines: object[]) => {
    const payload = { document_date: '2024-05-10', gross_amount: chf(gross), tax_lines }
    const { body } = await post(EXPENSES, expense(customer(), { business_date: '2024-05-10', payload }), { wait: 10 })
    expect(body.state, JSON.stringify(body.blockers)).to.equal('posted')
    const items = await itemsOf('supplier-payables', customer(), `&source_fact_id=${body.id}`)
    const { id } = there(items.find(({ kind }) => kind === 'payable'))
    const deductions = [{ type: 'discount', amount: chf(gross / 10) }]
    const settlement = await settle(id, gross - gross / 10, { settlement_date: '2024-07-10', deductions })
    expect(settlement.body.state, JSON.stringify(settlement.body)).to.equal('posted')
    return settlement.body.journal_entry_id
  }

  it('extinguishes acquisition tax of the rest, and takes back none that the advance has declared', async () => {
    const tax_lines = [taxLine('B81', 100_000, 0), taxLine('B81', -50_000, 0, ADVANCE)]
    const entry = await settledWithDiscount(50_000, tax_lines)
    expect(await movedBy(entry)).to.deep.equal({ 2000: 50_000, 1020: -45_000, 6500: -5_000, 2203: 405, 1171: -405 })
    expect((await taxOf(entry)).sort()).to.deep.equal([
      'B81 383 45000 3645 declared',
      'B81 383 5000 405 extinguished',
      'I81 405 45000 3645 declared',
      'I81 405 5000 405 extinguished',
    ])
  })

  it('reduces every part without tax, each on its account', async () => {
    // Half of 2'162.00 is paid: of the rest 540.50 have tax, 324.30 and 216.20 have none.
    const entry = await settledWithDiscount(108_100, [
      taxLine('I81', 100_000, 8_100),
      taxLine('NONE', 64_860, 0, { expense_category: 'software' }),
      taxLine('NONE', 43_240, 0),
      taxLine('I81', -100_000, -8_100, ADVANCE),
    ])
    expect(await movedBy(entry)).to.deep.equal({
      2000: 108_100,
      1020: -97_290,
      6500: -7_162,
      6580: -3_243,
      1171: -405,
    })
  })
})
