import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { camt053Message } from '../../camt053/messages.ts'
import { openQuietService, type QuietService } from '../../support/quiet-service.ts'
import { chf, EXPENSES, expense, INVOICES, invoice } from '../../support/requests/examples.ts'
import { KMU_ACCOUNTS } from '../../support/requests/kmu-chart.ts'
import { there } from '../../support/there.ts'
import { e2e, movedAtBank } from './books-with-returns.ts'

const named = e2e('E2E-1')
const QUEUES = ['facts.evaluate', 'camt053.import', 'ledger.post', 'settlement.match'] as const

/** No worker runs, so the period is locked between the request and the posting. */
describe('a return whose reversal cannot be booked', () => {
  let quiet: QuietService
  let customer: string
  before(async () => {
    quiet = await openQuietService()
  })
  beforeEach(async () => {
    customer = randomUUID()
    const accounts = KMU_ACCOUNTS.map(({ or_row, ...account }) => account)
    await quiet.put('/v1/accounts', { end_customer_id: customer, valid_from: '2020-01-01', accounts })
  })
  afterEach(async () => expect(await quiet.findings(customer)).to.deep.equal([]))
  after(() => quiet?.close())

  const work = async () => {
    for (const queue of QUEUES) await quiet.work(queue)
  }
  const moved = async (entry: Parameters<typeof movedAtBank>[0]) => {
    const message = camt053Message({ header: `<Id>${entry.date}</Id>`, bankEntries: movedAtBank(entry) })
    await quiet.upload(customer, message)
    await work()
    return there((await quiet.itemsOf('camt-053/entries', customer)).at(-1))
  }
  const lock = (locked_through: string) =>
    quiet.put('/v1/period-locks', { end_customer_id: customer, locked_through, reason: 'MWST' })
  const proposals = () => quiet.itemsOf('settlement-candidates', customer, '&target_type=return')
  const asked = {
    get end_customer_id() {
      return customer
    },
    reason: 'Irrtum',
  }
  const accept = async (more: object = {}) => {
    const { id: candidate_id } = there((await proposals())[0])
    const { status, body } = await quiet.post('/v1/bank-returns', { ...asked, candidate_id, ...more })
    expect([status, body.state], JSON.stringify(body)).to.deep.equal([202, 'pending'])
    return body.id
  }
  /** Its reversal is blocked, and it is taken back; then nothing locks the period. */
  const giveUp = async (id: string) => {
    await lock('2026-04-30')
    await work()
    expect((await quiet.get(`/v1/bank-returns/${id}`)).body.state).to.equal('pending')
    const path = `/v1/bank-returns/${id}/reverse` as '/v1/bank-returns/{return_id}/reverse'
    const { status, body } = await quiet.post(path, asked)
    expect([status, body.state], JSON.stringify(body)).to.deep.equal([202, 'reversed'])
    await lock('2026-03-31')
    await work()
  }
  const bookingState = async (id: string) => (await quiet.get(`/v1/camt-053/entries/${id}`)).body.booking_state

  it('is given up: the settlement stands, and the return is proposed and booked anew', async () => {
    await quiet.post(EXPENSES, expense(customer, { payload: { gross_amount: chf(10_810) } }))
    await work()
    const payable = await quiet.firstOf('supplier-payables', customer)
    const openNow = async () => (await quiet.get(`/v1/supplier-payables/${payable.id}`)).body.open_amount.amount_minor
    const debit = await moved({ amount: '108.10', named, date: '2026-04-02' })
    const path =
      `/v1/supplier-payables/${payable.id}/settlements` as '/v1/supplier-payables/{supplier_payable_id}/settlements'
    const evidence_sha256 = debit.canonical_entry_hash
    const settled = { amount: chf(10_810), settlement_date: '2026-04-02', reviewer_justification: 'x', evidence_sha256 }
    await quiet.post(path, { end_customer_id: customer, ...settled })
    await work()
    const back = await moved({ amount: '108.10', direction: 'CRDT', date: '2026-04-09', named, reason: 'AC04' })
    await giveUp(await accept())
    expect([await bookingState(debit.id), await bookingState(back.id), await openNow()]).to.deep.equal([
      'booked',
      'unbooked',
      0,
    ])
    const again = await accept()
    await work()
    expect((await quiet.get(`/v1/bank-returns/${again}`)).body.state).to.equal('booked')
    expect([await bookingState(debit.id), await bookingState(back.id), await openNow()]).to.deep.equal([
      'booked',
      'booked',
      10_810,
    ])
  })

  it('of a part is given up, and the return is proposed and booked anew', async () => {
    await quiet.post(INVOICES, invoice(customer, { payload: { gross_amount: chf(100_000), tax_lines: [] } }))
    await work()
    const document = await quiet.firstOf('documents', customer)
    await moved({ amount: '1000.00', direction: 'CRDT', named, date: '2026-04-02' })
    const payment = await quiet.firstOf('payments', customer)
    const lines = [{ document_id: document.id, amount: chf(100_000) }]
    await quiet.post('/v1/allocations', { end_customer_id: customer, payment_id: payment.id, lines })
    await work()
    const back = await moved({ amount: '400.00', date: '2026-04-09', named, reason: 'MD06' })
    await giveUp(await accept())
    expect(await bookingState(back.id)).to.equal('unbooked')
    const again = await accept()
    await work()
    expect((await quiet.get(`/v1/bank-returns/${again}`)).body.state).to.equal('booked')
    expect((await quiet.get(`/v1/documents/${document.id}`)).body.open_amount.amount_minor).to.equal(40_000)
  })

  it('is given up: the payment of a customer has the allocation and the credit that it had', async () => {
    await quiet.post(INVOICES, invoice(customer, { payload: { gross_amount: chf(100_000), tax_lines: [] } }))
    await work()
    const document = await quiet.firstOf('documents', customer)
    await moved({ amount: '1081.00', direction: 'CRDT', named, date: '2026-04-02' })
    const payment = await quiet.firstOf('payments', customer)
    const lines = [{ document_id: document.id, amount: chf(100_000) }]
    await quiet.post('/v1/allocations', { end_customer_id: customer, payment_id: payment.id, lines })
    await work()
    await moved({ amount: '1081.00', date: '2026-04-09', named, reason: 'MD06' })
    const id = await accept()
    expect((await quiet.get(`/v1/payments/${payment.id}`)).body.state).to.equal('returned')
    await giveUp(id)
    const { body } = await quiet.get(`/v1/payments/${payment.id}`)
    expect([body.state, body.open_amount.amount_minor]).to.deep.equal(['partially_allocated', 8_100])
    expect(await proposals()).to.have.length(1)
  })
})
