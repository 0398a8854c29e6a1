import { expect } from 'chai'
import { todayInSwitzerland } from '../../../../shared/process/clock.ts'
import { publicId } from '../../../../shared/process/ids.ts'
import { bankEntry, camt053Message } from '../../../camt053/messages.ts'
import { itemsOf, post, upload } from '../../../support/client.ts'
import { newKmuCustomer } from '../../../support/requests/kmu-chart.ts'
import { there } from '../../../support/there.ts'
import { booksToOrder, detailsOf } from '../books-to-order.ts'

const date = todayInSwitzerland()

/** Debits that somebody has checked: they have paid something else. */
describe('the debits that an order accepts', () => {
  const { owedToHolz, order, request, paid, list, orderedOf } = booksToOrder()
  const tried = (more: object) => post('/v1/payment-orders?dry_run=true', request(more), { idempotencyKey: null })

  it('422: each id that is no bank entry of the end customer is named, in the order and in its trial', async () => {
    const other = await newKmuCustomer()
    await upload(other, camt053Message(), { wait: 20 })
    const ofOther = there((await itemsOf('camt-053/entries', other))[0])
    const payable = await owedToHolz(10_000)
    await paid(bankEntry({ amount: '100.00', direction: 'DBIT', date }))
    const own = there((await list('camt-053/entries'))[0])
    const unknown = publicId('camt053_entry', '01890000-0000-7000-8000-000000000000')
    const accepted_debits = [own.id, unknown, ofOther.id, payable.id, 'x']
    for (const ask of [tried, order]) {
      const { status, text } = await ask({ payables: [payable.id], accepted_debits })
      expect([status, ...detailsOf(text)], text).to.deep.equal([
        422,
        ...[1, 2, 3, 4].map((place) => `/accepted_debits/${place} not_found`),
      ])
    }
    expect(await orderedOf(payable.id)).to.equal(null)
    expect((await order({ payables: [payable.id], accepted_debits: [own.id, own.id] })).status).to.equal(201)
  })
})
