import { expect } from 'chai'
import { uuidOf } from '../../../shared/process/ids.ts'
import { row, sql, type Tx } from '../../../shared/store/db/database.ts'
import { bankEntry } from '../../camt053/messages.ts'
import { quietly } from '../../support/books.ts'
import { whileWaiting } from '../../support/processes/while-waiting.ts'
import { credit, debit } from '../../support/requests/examples.ts'
import { there } from '../../support/there.ts'
import { bookedVoucher, reverse } from '../open-items/items-of-customer.ts'
import { booksToSettle } from '../settlement/books-to-settle.ts'

/** The request holds no ledger, so whoever posts meanwhile locks the same rows. */
describe('the request of a reversal locks in the order in which everybody does', () => {
  const { customer, invoiced, received, allocate, list } = booksToSettle()

  const hold = (what: ReturnType<typeof sql.fragment>) => (tx: Tx) =>
    tx.query(sql.type(row())`select from ${what} for update`)
  /** Whoever waits for nobody has it at once. */
  const take = (what: ReturnType<typeof sql.fragment>) => (tx: Tx) =>
    tx.query(sql.type(row())`select from ${what} for update nowait`)
  const item = (id: string) => sql.fragment`open_items where open_item_id = ${uuidOf('document', id)}`

  it('the payment of a credit, and nothing of the item that follows it', async () => {
    const { id } = await invoiced(10_000)
    const payment = await received(bankEntry({ amount: '300.00' }))
    expect((await allocate(payment.id, [[id, 10_000]])).body.state).to.equal('posted')
    const of_credit = { open_item: { payment_id: payment.id, purpose: 'refund' } }
    const refund = await bookedVoucher(customer(), [debit('2030', 500, of_credit), credit('1000', 500)])
    const payment_id = uuidOf('payment', payment.id)
    const { status } = await whileWaiting(
      hold(sql.fragment`payments where payment_id = ${payment_id}`),
      () => reverse(customer(), `/v1/source-facts/${refund.id}`),
      take(sql.fragment`open_items where payment_id = ${payment_id}`),
    )
    expect(status).to.equal(202)
    await quietly(customer())
  })

  it('what a voucher has opened and what it has changed, by their ids', async () => {
    const { id: older } = await invoiced(10_000)
    const of_older = { open_item: { document_id: older, purpose: 'payment' } }
    const opened = { open_item: { new: { partner: { name: 'Kundin GmbH' } } } }
    const moved = await bookedVoucher(customer(), [debit('1100', 500, opened), credit('1100', 500, of_older)])
    const { id: newer } = there((await list('documents', `&source_fact_id=${moved.id}`))[0])
    const { status } = await whileWaiting(
      hold(item(older)),
      () => reverse(customer(), `/v1/source-facts/${moved.id}`),
      take(item(newer)),
    )
    expect(status).to.equal(202)
    await quietly(customer())
  })
})
