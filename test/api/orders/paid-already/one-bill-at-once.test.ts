import { expect } from 'chai'
import { creditorReference } from '../../../../shared/accounting/documents/payment-references.ts'
import { todayInSwitzerland } from '../../../../shared/process/clock.ts'
import { uuidOf } from '../../../../shared/process/ids.ts'
import { lockPayablesToOrder } from '../../../../shared/store/orders/payables-to-order.ts'
import { whileWaiting } from '../../../support/processes/while-waiting.ts'
import { service } from '../../../support/service.ts'
import { there } from '../../../support/there.ts'
import { booksToOrder } from '../books-to-order.ts'

const date = todayInSwitzerland()
const OWN = creditorReference('771')

/** Each order alone sees nothing of the other one. */
describe('payables of one reference in two orders at the same moment', () => {
  const { customer, owedToHolz, order } = booksToOrder()
  const owed = (number: string, reference = OWN) =>
    owedToHolz(108_100, {
      document_date: date,
      due_date: date,
      payment_reference: reference,
      document_number: number,
    })
  const uuids = (...payables: { id: string }[]) => payables.map(({ id }) => there(uuidOf('supplier_payable', id)))
  const lock = (payable: { id: string }) => (tx: Parameters<typeof lockPayablesToOrder>[0]) =>
    lockPayablesToOrder(tx, customer(), uuids(payable))

  it('wait for each other, and the second is warned of the first', async () => {
    const [first, second] = [await owed('RE-2026-77'), await owed('2026-77', `${OWN.slice(0, 4)} ${OWN.slice(4)}`)]
    const orderBeside = (held: { id: string }, other: { id: string }) =>
      whileWaiting(
        lock(held),
        () => order({ payables: [other.id] }),
        async () => undefined,
      )
    expect((await orderBeside(first, second)).body.warnings).to.deep.equal([])
    const { body } = await orderBeside(second, first)
    expect(body.warnings.map(({ code }) => code)).to.deep.equal(['same_reference'])
  })

  it('are warned of once, whichever comes first: of five at once', async () => {
    const numbers = ['RE-2026-77', '2026-77', 'RE 77', '77', '2026/77']
    const bills = await Promise.all(numbers.map((number) => owed(number)))
    const made = await Promise.all(bills.map(({ id }) => order({ payables: [id] })))
    const warned = made.map(({ body }) => body.warnings.length).sort()
    expect(warned).to.deep.equal([0, 1, 2, 3, 4])
  })

  it('that are of other references do not wait', async () => {
    const [one, other] = [await owed('R-1'), await owed('R-2', creditorReference('772'))]
    await service().web.pool.transaction(async (tx) => {
      await lock(one)(tx)
      expect((await order({ payables: [other.id] })).body.warnings).to.deep.equal([])
    })
  })
})
