import { expect } from 'chai'
import { itemsOf } from '../../../support/client.ts'
import { there } from '../../../support/there.ts'
import { booksToSettle } from '../../settlement/books-to-settle.ts'
import { BATCH, type Booked, notifiedCustomer, without } from './notified.ts'

/** Notifications whose bookings never come: more than a day is read as a whole, and those of one file that share a key. */
const waiting = (count: number, batch: string): Booked[] =>
  Array.from({ length: count }, (_, place) => ({
    ...{ amount: '108.10', ref: `CROWD-${batch}-${place}`, batch },
    details: [{ amount: '108.10', name: `Kundin ${place}` }],
  }))

const DAYS: Readonly<Record<string, readonly Booked[]>> = {
  'nothing beside it': [],
  'many beside it': waiting(1_200, ''),
  'many that share a key': waiting(1_200, '<PmtInfId>SALARIES</PmtInfId>'),
}

describe('notifications have the same booking', () => {
  const { customer, invoiced, allocate } = booksToSettle()

  for (const [name, crowd] of Object.entries(DAYS)) {
    it(`that came first, where another one of its reference comes later, with ${name}`, async () => {
      const bank = notifiedCustomer(customer())
      if (crowd.length > 0) await bank.notified(...crowd)
      await bank.booked(without(BATCH))
      const [payment] = await itemsOf('payments', customer())
      const document = await invoiced(10_810)
      expect((await allocate(there(payment).id, [[document.id, 810]])).body.state).to.equal('posted')
      await bank.notified(BATCH)
      await bank.booked({ ...without(BATCH), text: 'Sammelgutschrift' })
      const own = async () =>
        (await itemsOf('camt-054/entries', customer(), '&limit=500&state=kept')).map(({ entry_id }) => entry_id)
      expect(await own()).to.deep.equal([there(payment).entry_id])
    }).timeout(120_000)

    it(`that names the same batch, with ${name}`, async () => {
      const bank = notifiedCustomer(customer())
      if (crowd.length > 0) await bank.notified(...crowd)
      const ofBatch = { ...BATCH, ref: '', batch: '<PmtInfId>SALARIES</PmtInfId>' }
      await bank.notified(ofBatch)
      await bank.booked(without(ofBatch))
      const joined = await itemsOf('camt-054/entries', customer(), '&limit=500&state=joined')
      expect(joined.map(({ entry_id }) => entry_id)).to.have.length(1)
    }).timeout(120_000)
  }
})
