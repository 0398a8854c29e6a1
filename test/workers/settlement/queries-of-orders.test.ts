import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { evaluateFacts } from '../../../workers/facts/evaluate-facts.ts'
import { postIntents } from '../../../workers/settlement/post-intents.ts'
import { PATIENT } from '../../support/processes/patient-lane.ts'
import { openQuietService, type QuietService } from '../../support/quiet-service.ts'
import { chart, chf, EXPENSES, expense } from '../../support/requests/examples.ts'
import { KMU_ACCOUNTS } from '../../support/requests/kmu-chart.ts'
import { countQueries } from '../facts/count-statements.ts'

describe('the posting of a settlement', () => {
  let quiet: QuietService
  before(async () => {
    quiet = await openQuietService()
  })
  after(() => quiet.close())

  it('asks for no states of ordered payments where nothing was ever ordered', async () => {
    const customer = randomUUID()
    const accounts = KMU_ACCOUNTS.map(({ or_row, ...account }) => account)
    await quiet.put('/v1/accounts', chart(customer, '2020-01-01', accounts))
    const { body } = await quiet.post(EXPENSES, expense(customer, { payload: { gross_amount: chf(10_000) } }))
    await evaluateFacts(quiet.worker, await quiet.jobs('facts.evaluate', [body.id]), PATIENT)
    const { id } = await quiet.firstOf('supplier-payables', customer)
    const settlement = { settlement_date: '2026-04-15', amount: chf(10_000), reviewer_justification: 'checked' }
    await quiet.post(`/v1/supplier-payables/${id}/settlements`, {
      end_customer_id: customer,
      ...settlement,
    })
    const jobs = await quiet.jobsOf('ledger.post', customer)
    const asked = await countQueries(() => postIntents(quiet.worker, jobs), asksForStates)
    const { data } = (await quiet.get(`/v1/supplier-payables/${id}/settlements`)).body
    expect([jobs.length, data[0]?.state, asked]).to.deep.equal([1, 'posted', 0])
  })
})

/** Their state follows from the settlements of the payable. */
function asksForStates(text: string): boolean {
  return text.includes('payment_order_lines') && text.includes('supplier_settlements settled')
}
