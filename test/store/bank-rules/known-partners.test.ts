import { expect } from 'chai'
import { addDays } from '../../../shared/accounting/amounts/dates.ts'
import type { Partners } from '../../../shared/camt053/matching/meant/what-may-be-meant.ts'
import { todayInSwitzerland } from '../../../shared/process/clock.ts'
import { createPartnersOf } from '../../../shared/store/bank-rules/known-partners.ts'
import { booksToOrder } from '../../api/orders/books-to-order.ts'
import { quietly } from '../../support/books.ts'
import { post } from '../../support/client.ts'
import { service } from '../../support/service.ts'

const date = todayInSwitzerland()
const HOLZ = 'Schreinerei Holz GmbH'

describe('the partners that a run of rules knows', () => {
  const { customer, owedToHolz, owed, settle } = booksToOrder()
  const readBy = async (partnersOf: ReturnType<typeof createPartnersOf>, since = date) => {
    await quietly(customer())
    return partnersOf(service().worker.pool, since)
  }
  const inWords = ({ open, settled }: Partners) => ({
    open: [...open].flatMap(([name, all]) => all.map(({ direction }) => `${name} ${direction}`)),
    settled: [...settled].flatMap(([name, all]) =>
      all.map(({ direction, amount_minor, amounts }) => `${name} ${direction} ${amount_minor} ${amounts}`),
    ),
  })

  it('are read once, and then with what was posted since', async () => {
    const partnersOf = createPartnersOf(customer())
    const first = await owedToHolz(10_000)
    const before = await readBy(partnersOf)
    expect(inWords(before)).to.deep.equal({ open: [`${HOLZ} DBIT`], settled: [] })
    expect(await readBy(partnersOf)).to.equal(before)
    await owed(5_000, { supplier: { name: 'Strom AG' } })
    const { body, text } = await settle(first.id, 10_000, { settlement_date: date })
    expect(body.state, text).to.equal('posted')
    expect(inWords(await readBy(partnersOf))).to.deep.equal({
      open: [`${HOLZ} DBIT`, 'Strom AG DBIT'],
      settled: [`${HOLZ} DBIT 10000 10000`],
    })
    const path = `/v1/supplier-payables/${first.id}/settlements/${body.id}/reverse` as const
    await post(path, { end_customer_id: customer(), reason: 'falsch' }, { wait: 10 })
    const fresh = inWords(await readBy(createPartnersOf(customer())))
    expect(inWords(await readBy(partnersOf)).open).to.include.members(fresh.open)
  })

  it('are read anew for an earlier day', async () => {
    const partnersOf = createPartnersOf(customer())
    const payable = await owedToHolz(10_000)
    await settle(payable.id, 4_000, { settlement_date: date })
    expect(inWords(await readBy(partnersOf, addDays(date, 91))).settled).to.deep.equal([])
    expect(inWords(await readBy(partnersOf)).settled).to.deep.equal([`${HOLZ} DBIT 4000 4000`])
  })
})
