import { expect } from 'chai'
import { itemsOf } from '../../../support/client.ts'
import { BATCH, type Booked, DETAILED, notifiedCustomer, QRR, without } from './notified.ts'

/** More than are read as a whole. */
const CROWD = 1_200

/** Notifications whose bookings never come. */
const crowd: readonly Booked[] = Array.from({ length: CROWD }, (_, place) => ({
  amount: '108.10',
  ref: `CROWD-${place}`,
  details: [{ amount: '108.10', name: `Kundin ${place}` }],
}))

describe('a day with more notifications without a booking than are read as a whole', () => {
  for (const order of ['statement first', 'notification first']) {
    const both = async (booked: readonly Booked[], ...notified: (readonly Booked[])[]) => {
      const bank = notifiedCustomer()
      await bank.notified(...crowd)
      if (order === 'statement first') await bank.booked(...booked)
      for (const some of notified) await bank.notified(...some)
      if (order !== 'statement first') await bank.booked(...booked)
      await bank.verified()
      const listed = async (state: string) =>
        (await itemsOf('camt-054/entries', bank.customer, `&state=${state}`)).map(() => state)
      const others = [...(await listed('joined')), ...(await listed('kept'))]
      return { payments: await bank.payments(), others }
    }

    it(`joins by AcctSvcrRef, ${order}`, async () => {
      expect(await both([without(BATCH)], [BATCH])).to.deep.equal({ payments: DETAILED, others: ['joined'] })
    }).timeout(120_000)

    it(`joins what is cut into several files, ${order}`, async () => {
      const [first, second] = [BATCH.details?.slice(0, 1) ?? [], BATCH.details?.slice(1) ?? []]
      const pages: Booked[] = [
        { ...BATCH, amount: '100.00', details: first },
        { ...BATCH, amount: '8.10', details: second },
      ]
      const joined = await both([without(BATCH)], ...pages.map((page) => [page]))
      expect(joined).to.deep.equal({ payments: DETAILED, others: ['joined', 'joined'] })
    }).timeout(120_000)

    for (const batch of ['<PmtInfId>P-1</PmtInfId>', '<MsgId>M-1</MsgId>', '<MsgId>m 1ä</MsgId>'])
      it(`joins by a batch, ${batch}, ${order}`, async () => {
        const ofBatch = { ...BATCH, ref: '', batch }
        const others = ['joined']
        expect(await both([without(ofBatch)], [ofBatch])).to.deep.equal({ payments: DETAILED, others })
      }).timeout(120_000)

    it(`joins by the AcctSvcrRef that all details have, ${order}`, async () => {
      const ofDetails = { ...BATCH, ref: '', details: BATCH.details?.map((one) => ({ ...one, ref: 'TX-1' })) ?? [] }
      const bare = { ...BATCH, ref: 'TX-1' }
      expect((await both([without(bare)], [ofDetails])).payments).to.deep.equal(DETAILED)
    }).timeout(120_000)

    it(`counts details once that the bank statement has, ${order}`, async () => {
      const counted = await both([BATCH], [BATCH])
      expect(counted).to.deep.equal({ payments: DETAILED, others: ['kept'] })
    }).timeout(120_000)

    it(`another reference joins nothing, ${order}`, async () => {
      const other = { ...BATCH, ref: 'BANK-2', details: [{ amount: '108.10', name: 'A', reference: QRR }] }
      expect(await both([without(BATCH)], [other])).to.deep.equal({ payments: ['10810  open'], others: [] })
    }).timeout(120_000)
  }
})
