import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'chai'
import type { Client } from 'pg'
import { statusReport } from '../../../camt053/status-report.ts'
import { connect } from '../../../store/journal/journal-in-sql.ts'
import { get, post } from '../../../support/client.ts'
import { there } from '../../../support/there.ts'
import { booksToOrder, detailsOf } from '../books-to-order.ts'

const MIGRATION = join(import.meta.dirname, '../../../../sql/migrations/0119-know-what-was-sent-before.sql')

describe('payments that the bank has after their withdrawal, from before that was written down', () => {
  const { customer, owedToHolz, order, withdraw } = booksToOrder()
  let client: Client
  before(async () => {
    client = await connect()
  })
  after(() => client.end())

  type Ordered = { id: string; payable: string; message_id: string; end_to_end_id: string; batch: string }
  async function ordered(): Promise<Ordered> {
    const payable = (await owedToHolz(100)).id
    const { status, body, text } = await order({ payables: [payable] })
    expect(status, text).to.equal(201)
    const { end_to_end_id, payment_information_id: batch } = there(body.payments[0])
    return { id: body.id, payable, message_id: body.message_id, end_to_end_id, batch }
  }
  const report = async (
    { id, message_id }: Ordered,
    whole: object,
    batches: Parameters<typeof statusReport>[2] = [],
  ) => {
    const path = `/v1/payment-orders/${id}/status-reports?end_customer_id=${customer()}` as const
    const xml = statusReport(message_id, whole, batches)
    expect((await post(path, xml, { headers: { 'Content-Type': 'application/xml' } })).status).to.equal(201)
  }
  const contradictionOf = async ({ id }: Ordered) =>
    there((await get(`/v1/payment-orders/${id}`)).body.payments[0]).contradiction
  const asBefore = (sent: boolean) =>
    client.query('update payment_order_lines set sent_all_the_same = $2 where end_customer_id = $1', [customer(), sent])
  const migrate = async () => client.query(`begin; ${await readFile(MIGRATION, 'utf8')}; commit`)

  it('hold their payables, whether a report tells of the order, of their batch or of them, and no others do', async () => {
    const [whole, ofBatch, alone] = [await ordered(), await ordered(), await ordered()]
    const [told, silent, cancelled] = [await ordered(), await ordered(), await ordered()]
    await report(told, { status: 'ACSP' })
    for (const one of [whole, ofBatch, alone, silent, cancelled]) await withdraw(one.id)
    await withdraw(told.id, { cancelled_by_bank: true })
    await report(whole, { status: 'ACSP' })
    await report(ofBatch, {}, [{ id: ofBatch.batch, status: 'ACSP' }])
    await report(alone, {}, [{ id: alone.batch, payments: [{ id: alone.end_to_end_id, status: 'ACSC' }] }])
    // One of its batch that is not named, and has no status, is none that the report tells of.
    await report(told, {}, [{ id: told.batch }])
    await report(cancelled, { status: 'ACSP' })
    await report(cancelled, { status: 'CANC' })
    await asBefore(false)
    await migrate()
    for (const sent of [whole, ofBatch, alone]) {
      expect(await contradictionOf(sent)).to.equal('withdrawn_and_sent')
      const { status, text } = await order({ payables: [sent.payable] })
      expect([status, ...detailsOf(text)]).to.deep.equal([409, '/payables/0 already_sent'])
    }
    for (const other of [told, silent, cancelled]) {
      expect(await contradictionOf(other)).to.equal(null)
      expect((await order({ payables: [other.payable] })).status).to.equal(201)
    }
  })

  it('are held no more where the bank has rejected or cancelled them meanwhile', async () => {
    const rejected = await ordered()
    await withdraw(rejected.id)
    await report(rejected, { status: 'RJCT' })
    await asBefore(true)
    await migrate()
    expect(await contradictionOf(rejected)).to.equal(null)
    expect((await order({ payables: [rejected.payable] })).status).to.equal(201)
  })
})
