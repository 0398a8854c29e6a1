import { expect } from 'chai'
import { evaluateFacts } from '../../../workers/facts/evaluate-facts.ts'
import { SHORT_LANE } from '../../../workers/facts/lanes.ts'
import { postIntents } from '../../../workers/settlement/post-intents.ts'
import { openQuietService, type QuietService } from '../../support/quiet-service.ts'
import { EXPENSES, expense } from '../../support/requests/examples.ts'

/** A worker that does nothing by itself: reversals stay pending. */
describe('closing a year of which something is being reversed', () => {
  let quiet: QuietService
  before(async () => {
    quiet = await openQuietService()
  })
  after(() => quiet.close())

  it('waits for the reversals that are booked in it, and not for those of another year', async () => {
    const customer = await quiet.newEndCustomer()
    const on = { business_date: '2025-05-05', payload: { document_date: '2025-05-05' } }
    const accept = async (external_reference: string): Promise<string> =>
      (await quiet.post(EXPENSES, expense(customer, { ...on, external_reference }))).body.id
    const [first, second] = [await accept('A'), await accept('B')]
    await evaluateFacts(quiet.worker, await quiet.jobs('facts.evaluate', [first, second]), SHORT_LANE)
    const reverse = (id: string, more: object = {}) =>
      quiet.post(`/v1/source-facts/${id}/reverse`, { end_customer_id: customer, reason: 'x', ...more })
    const close = () => quiet.post('/v1/fiscal-years/FY2025/close', { end_customer_id: customer, reason: 'x' })
    expect((await reverse(first, { posting_date: '2026-01-01' })).status).to.equal(202)
    expect((await reverse(second)).status).to.equal(202)
    const { status, body } = await close()
    expect([status, body.error.details.map(({ code, message }) => [code, message])]).to.deep.equal([
      409,
      [
        [
          'reversals_not_booked',
          `1 reversals of FY2025 are not booked: ${second}. They are booked once nothing blocks them.`,
        ],
      ],
    ])
    await postIntents(quiet.worker, (await quiet.jobsOf('ledger.post', customer)).slice(1))
    expect((await close()).status).to.equal(202)
    expect(await quiet.findings(customer)).to.deep.equal([])
  })
})
