import { createHash } from 'node:crypto'
import { expect } from 'chai'
import { firstOf, get, itemsOf, notify, post, upload } from '../../../support/client.ts'
import { there } from '../../../support/there.ts'
import { BATCH, notificationFile, notifiedCustomer, statementFile, without } from './notified.ts'

describe('POST /v1/camt-054/imports', () => {
  it('202: the file is kept, and what it notifies waits: nothing of it is money', async () => {
    const { customer, notifications, payments, verified } = notifiedCustomer()
    const file = notificationFile('08', BATCH)
    const accepted = await notify(customer, file)
    expect([accepted.status, accepted.body.state]).to.deep.equal([202, 'received'])
    const again = await notify(customer, file, { wait: 20 })
    expect(again.body).to.deep.include({ state: 'imported', new_entry_count: 0, known_entry_count: 1 })
    const { body } = await get(`/v1/camt-054/imports/${accepted.body.id}`)
    expect(body).to.deep.include({
      state: 'imported',
      new_entry_count: 1,
      known_entry_count: 0,
      file_sha256: createHash('sha256').update(file).digest('hex'),
    })
    expect(body.message?.version).to.equal('camt.054.001.08')
    expect(body.notifications[0]).to.deep.include({ account_iban: 'CH9300762011623852957', entry_count: 1 })
    expect([await notifications(), await payments()]).to.deep.equal([['waiting'], []])
    const [notified] = await itemsOf('camt-054/entries', customer)
    const { body: one } = await get(`/v1/camt-054/entries/${there(notified).id}`)
    expect(one).to.deep.include({
      state: 'waiting',
      entry_id: null,
      details_amount: { amount_minor: 10_810, currency: 'CHF' },
    })
    expect(one.transaction_details.map(({ debtor_name }) => debtor_name)).to.deep.equal(['A', 'B'])
    await verified()
  })

  it('422: what is no camt.054, and a test of the bank without a word', async () => {
    const { customer } = notifiedCustomer()
    const refused = await notify(customer, statementFile(BATCH))
    expect([refused.status, refused.body.error.details[0]?.code]).to.deep.equal([422, 'not_camt054'])
    const test = notificationFile('04', BATCH).replace('</GrpHdr>', '<AddtlInf>SPS/2.0/TEST</AddtlInf></GrpHdr>')
    expect((await notify(customer, test)).body.error.details[0]?.code).to.equal('test_file')
    const taken = await notify(customer, test, { wait: 20 }, '&test_file=accept')
    expect([taken.body.state, taken.body.is_test_file]).to.deep.equal(['imported', true])
    const other = await upload(customer, notificationFile('08', BATCH))
    expect([other.status, other.body.error.details[0]?.code]).to.deep.equal([422, 'not_camt053'])
  })
})

describe('notifications that are joined', () => {
  it('what was replaced is superseded, which the feed says, and in no list', async () => {
    const { customer, booked, notified } = notifiedCustomer()
    await booked(without(BATCH))
    const before = await firstOf('payments', customer)
    await notified(BATCH)
    const { body } = await get(`/v1/payments/${before.id}`)
    expect([body.state, body.open_amount.amount_minor]).to.deep.equal(['superseded', 0])
    expect(body.superseded_by_notification_id).to.equal((await firstOf('camt-054/entries', customer)).id)
    const lines = [{ document_id: 'doc_x', amount: body.amount }]
    const refused = await post('/v1/allocations', { end_customer_id: customer, payment_id: before.id, lines })
    expect([refused.status, refused.body.error.details[0]?.code]).to.deep.equal([422, 'already_superseded'])
    expect(refused.text).to.include(body.superseded_by_notification_id).and.to.include(body.entry_id)
    const events = (await itemsOf('events', customer)).map(
      ({ event_type, subject }) => `${event_type} ${subject.object}`,
    )
    expect(events).to.include.members([
      'import.completed camt054_import',
      'notification.joined camt054_entry',
      'payment.superseded payment',
      'bank_entry.changed camt053_entry',
    ])
  })

  it('bookings of equal amount are proposed and not joined', async () => {
    const { customer, booked, notified } = notifiedCustomer()
    await notified({ ...BATCH, ref: '', date: '2026-03-30' })
    await booked(without(BATCH))
    const entry = await firstOf('camt-053/entries', customer)
    expect((await firstOf('camt-054/entries', customer)).proposed_entry_ids).to.deep.equal([entry.id])
  })
})
