import { expect } from 'chai'
import { row, sql } from '../../../../../shared/store/db/database.ts'
import { post, put } from '../../../../support/client.ts'
import { chf, INVOICES, invoice, taxLine } from '../../../../support/requests/examples.ts'
import { service } from '../../../../support/service.ts'
import { booksOfReceived } from '../books-of-received.ts'

const ADVANCE = { revenue_category: 'advance' }
const MAPPING = { mapping_key: 'posting.revenue.category.advance', account_code: '2030', valid_from: '2020-01-01' }

/** What the verifier says of tax that is due at once, after a change of its lines that is taken back. */
async function findingsAfter(customer: string, change: string) {
  const found: string[] = []
  const takenBack = new Error('taken back')
  await service()
    .owner.transaction(async (tx) => {
      await tx.query(sql.unsafe`set local session_replication_role = replica`)
      await tx.query(sql.unsafe`
        update journal_lines set tax = tax || ${change}::jsonb
        where end_customer_id = ${customer} and tax ->> 'kind' = 'due' and tax ->> 'tax_code' = 'V81'
      `)
      const rows = await tx.any(sql.type(row<{ subject: string; expected: string; found: string }>())`
        select subject, expected, found from paid_by_advance_findings(${customer})
      `)
      found.push(...rows.map((one) => `${one.subject}: ${one.expected}, not ${one.found}`))
      throw takenBack
    })
    .catch((error) => {
      if (error !== takenBack) throw error
    })
  return found
}

describe('the verifier, of what an advance has paid', () => {
  const { customer } = booksOfReceived()

  it('computes it again: 4’981.50 and 403.50 of 10’000.00 and 810.00', async () => {
    await put('/v1/account-mappings', { end_customer_id: customer(), mappings: [MAPPING] }, { wait: 10 })
    const tax_lines = [
      taxLine('V81', 1_000_000, 81_000),
      taxLine('V77', -500_000, -38_500, { ...ADVANCE, supply_date: '2023-12-31' }),
    ]
    const payload = { document_date: '2024-05-10', gross_amount: chf(542_500), tax_lines }
    const { body } = await post(INVOICES, invoice(customer(), { business_date: '2024-05-10', payload }), { wait: 10 })
    expect(body.state, JSON.stringify(body.blockers)).to.equal('posted')
    expect(await findingsAfter(customer(), '{}')).to.deep.equal([])
    // As if nothing but half of it had been paid, where the rest is as it was.
    const half = await findingsAfter(customer(), '{"base_minor": "249075", "tax_minor": "20175"}')
    expect(half).to.deep.equal(['entry 1, V81, base: 374073, not 249075', 'entry 1, V81, tax: 30300, not 20175'])
  })
})
