import { expect } from 'chai'
import { sql } from '../../../../../shared/store/db/database.ts'
import { verifyReductions } from '../../../../../shared/verify/verify-reductions.ts'
import { itemsOf, post, put } from '../../../../support/client.ts'
import { chf, taxLine } from '../../../../support/requests/examples.ts'
import { service } from '../../../../support/service.ts'
import { there } from '../../../../support/there.ts'
import { booksOfChange } from '../../../vat/consideration/books-of-change.ts'
import { EFFECTIVE } from '../../../vat/register.ts'
import { taxOf } from '../balances.ts'

const MAPPING = { mapping_key: 'posting.revenue.category.advance', account_code: '2030', valid_from: '2020-01-01' }
const ADVANCE = { revenue_category: 'advance', supply_date: '2023-12-31' }
const FINAL = [taxLine('V81', 1_000_000, 81_000), taxLine('V77', -500_000, -38_500, ADVANCE)]

/** Where a discount takes its part of all lines of a final invoice: a tenth of 810.00 and of −385.00. */
describe('a discount on a final invoice that is reduced by all of its lines', () => {
  const { customer, sold, undo } = booksOfChange(EFFECTIVE, EFFECTIVE)
  const finalInvoice = async () => {
    await put('/v1/account-mappings', { end_customer_id: customer(), mappings: [MAPPING] }, { wait: 10 })
    const { fact_id } = await sold('2025-12-10', FINAL, { gross_amount: chf(542_500) })
    const items = await itemsOf('documents', customer(), `&source_fact_id=${fact_id}`)
    return there(items.find(({ kind }) => kind === 'receivable')).id
  }
  const discounted = async (document_id: string) => {
    const lines = [{ document_id, amount: chf(488_250), deductions: [{ type: 'discount', amount: chf(54_250) }] }]
    const request = { end_customer_id: customer(), account_code: '1000', posting_date: '2026-02-10', lines }
    const { body } = await post('/v1/allocations', request, { wait: 10 })
    expect(body.state, JSON.stringify(body)).to.equal('posted')
    return body
  }

  it('goes on as before where the rules of before have booked it, and the verifier knows which', async () => {
    const id = await finalInvoice()
    const { owner } = service()
    const bookedBy = (rule_version: number) =>
      owner.transaction(async (tx) => {
        await tx.query(sql.unsafe`set local session_replication_role = replica`)
        await tx.query(sql.unsafe`
          update journal_entries set rule_version = ${rule_version}
          where end_customer_id = ${customer()} and entry_number = 1
        `)
      })
    const found = async () => {
      const subjects: string[] = []
      await verifyReductions(owner, customer(), (_, subject) => subjects.push(subject.replace(/^.*, /, '')))
      return subjects
    }
    await bookedBy(4)
    const discount = await discounted(id)
    const taken = ['VS77 235 -50000 -3850', 'VS81 235 100000 8100']
    expect((await taxOf(discount.journal_entry_id)).sort()).to.deep.equal(taken)
    expect(await found()).to.deep.equal([])
    await bookedBy(5)
    expect(await found()).to.deep.equal(['VS77'])
    expect((await undo(`/v1/allocations/${discount.id}`)).status).to.be.below(300)
  })
})
