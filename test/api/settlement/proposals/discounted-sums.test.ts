import { expect } from 'chai'
import { bankEntry, transaction } from '../../../camt053/messages.ts'
import { eventually } from '../../../support/books.ts'
import { post } from '../../../support/client.ts'
import { taxLine } from '../../../support/requests/examples.ts'
import { there } from '../../../support/there.ts'
import { booksToSettle } from '../books-to-settle.ts'
import { movedBy, taxOf } from '../terms/balances.ts'

/** Two invoices, one at 8.1 % and one at 2.6 %, paid together less 2 % of each. */
describe('discounts over a sum of documents', () => {
  const { customer, invoiced, paid, list, openOf } = booksToSettle()
  const terms = { document_date: '2026-03-21', discount_terms: [{ days: 10, discount_bp: 200 }] }

  it('are proposed with each document, and one allocation of both takes them off, to the Rappen', async () => {
    const normal = await invoiced(108_100, {
      ...terms,
      document_number: 'RE-500',
      tax_lines: [taxLine('V81', 100_000, 8_100)],
    })
    const reduced = await invoiced(51_300, {
      ...terms,
      document_number: 'RE-501',
      tax_lines: [taxLine('V26', 50_000, 1_300)],
    })
    // 1081.00 less 21.62, and 513.00 less 10.26: 1059.38 + 502.74.
    await paid(bankEntry({ amount: '1562.12', details: transaction({ unstructured: 'RE-500 RE-501' }) }))
    await eventually(async () => (await list('settlement-candidates')).length === 2)
    const candidates = await list('settlement-candidates')
    expect(
      candidates.map(({ target_document_id, proposed_amount, reasons, deductions, together_with }) => [
        target_document_id,
        proposed_amount.amount_minor,
        reasons.filter((reason) => /sum|discount/.test(reason)).sort(),
        deductions.map(({ amount }) => amount.amount_minor),
        together_with,
      ]),
    ).to.have.deep.members([
      [normal.id, 105_938, ['discount', 'sum'], [2_162], [reduced.id]],
      [reduced.id, 50_274, ['discount', 'sum'], [1_026], [normal.id]],
    ])
    const lines = candidates.map(({ target_document_id, proposed_amount, deductions }) => ({
      document_id: there(target_document_id),
      amount: proposed_amount,
      deductions,
    }))
    const request = { end_customer_id: customer(), payment_id: there(candidates[0]?.payment_id), lines }
    const { body, text } = await post('/v1/allocations', request, { wait: 10 })
    expect(body.state, text).to.equal('posted')
    // Of 21.62 at 8.1 % the tax is 1.62, of 10.26 at 2.6 % it is 0.26: 20.00 + 10.00 of revenue.
    expect(await movedBy(body.journal_entry_id)).to.deep.equal({
      1020: 156_212,
      3800: 3_000,
      2200: 188,
      1100: -159_400,
    })
    expect(await taxOf(body.journal_entry_id)).to.have.members(['VS81 235 2000 162', 'VS26 235 1000 26'])
    for (const { id } of [normal, reduced]) expect(await openOf('documents', id)).to.equal(0)
  })
})
