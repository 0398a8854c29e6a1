import { expect } from 'chai'
import { evaluateFacts } from '../../../workers/facts/evaluate-facts.ts'
import { bankEntry, camt053Message, transaction } from '../../camt053/messages.ts'
import { type HeldWriters, holdWriters } from '../../support/processes/hold-writers.ts'
import { PATIENT } from '../../support/processes/patient-lane.ts'
import { openQuietService, type QuietService } from '../../support/quiet-service.ts'
import { chart, chf, INVOICES, invoice } from '../../support/requests/examples.ts'
import { KMU_ACCOUNTS } from '../../support/requests/kmu-chart.ts'

describe('handoffs of documents and payments that are being reversed', () => {
  let quiet: QuietService
  let intents: HeldWriters
  let customer: string
  before(async () => {
    quiet = await openQuietService()
    intents = await holdWriters(quiet.database_url, 'insert on intents')
  })
  after(async () => {
    await intents.close()
    await quiet.close()
  })
  beforeEach(async () => {
    customer = await quiet.newEndCustomer()
    const accounts = KMU_ACCOUNTS.map(({ or_row, ...one }) => one)
    await quiet.put('/v1/accounts', chart(customer, '2020-01-01', accounts))
  })

  /** A candidate for a document, with the request that hands it off and the one that reverses the document. */
  async function proposed() {
    const request = invoice(customer, {
      payload: { gross_amount: chf(10_810), tax_lines: [], document_number: 'R-100' },
    })
    const { body: fact } = await quiet.post(INVOICES, request)
    await evaluateFacts(quiet.worker, await quiet.jobs('facts.evaluate', [fact.id]), PATIENT)
    const details = transaction({ unstructured: 'R-100' })
    await quiet.upload(customer, camt053Message({ bankEntries: bankEntry({ amount: '200.00', details }) }))
    await quiet.work('camt053.import')
    await quiet.work('settlement.match')
    const candidate = await quiet.firstOf('settlement-candidates', customer)
    const document = await quiet.firstOf('documents', customer)
    const path = `/v1/settlement-candidates/${candidate.id}/allocation-handoffs` as const
    const of = { payment_id: candidate.payment_id, target_document_id: document.id }
    const allocate = (amount: number) =>
      quiet.post('/v1/allocations', {
        end_customer_id: customer,
        payment_id: of.payment_id,
        lines: [{ document_id: document.id, amount: chf(amount) }],
      })
    const handOff = async (open = 10_810, amount = 100) => {
      const amounts = { open_ar_snapshot: chf(open), proposed_amount: chf(amount) }
      const body = { end_customer_id: customer, ...of, ...amounts, reviewer_justification: 'number in the text' }
      const answer = await quiet.post(path, body)
      const [first] = answer.body.error?.details ?? []
      return { outcome: [answer.status, first?.code, first?.pointer], message: first?.message }
    }
    const reverse = () =>
      quiet.post(`/v1/source-facts/${fact.id}/reverse`, { end_customer_id: customer, reason: 'sent twice' })
    return { allocate, handOff, reverse }
  }
  const refused = (pointer: string) => [409, 'being_reversed', pointer]

  it('a document whose reversal waits is not handed off', async () => {
    const { handOff, reverse } = await proposed()
    expect((await reverse()).status).to.equal(202)
    expect((await handOff()).outcome).to.deep.equal(refused('/target_document_id'))
  })

  it('a document whose reversal is requested at the same time is not handed off', async () => {
    const { handOff, reverse } = await proposed()
    const { outcome } = await intents.during(reverse, () => handOff())
    expect(outcome).to.deep.equal(refused('/target_document_id'))
  })

  it('a payment of which the booking is being reversed is not handed off', async () => {
    const { allocate, handOff } = await proposed()
    const { body: allocation } = await allocate(4_000)
    await quiet.work('ledger.post')
    const reversal = { end_customer_id: customer, reason: 'x' }
    expect((await quiet.post(`/v1/allocations/${allocation.id}/reverse`, reversal)).status).to.equal(202)
    expect((await handOff(6_810)).outcome).to.deep.equal(refused('/payment_id'))
  })

  it('a proposal of more than is open names the drafts that have reserved the rest', async () => {
    const { allocate, handOff } = await proposed()
    const { body: draft } = await allocate(4_000)
    const { outcome, message } = await handOff(6_810, 20_000)
    expect(outcome).to.deep.equal([422, 'exceeds_open_amount', '/proposed_amount/amount_minor'])
    const reservation = `CHF 40.00 of it is reserved by ${draft.id}, which is not booked yet.`
    expect(message).to.equal(`Open are CHF 160.00 of the payment and CHF 68.10 of the document. ${reservation}`)
  })
})
