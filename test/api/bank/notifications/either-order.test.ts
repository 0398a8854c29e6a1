import { expect } from 'chai'
import { firstOf, itemsOf, notify } from '../../../support/client.ts'
import { there } from '../../../support/there.ts'
import { BATCH, type Booked, DETAILED, notificationFile, notifiedCustomer, QRR, without } from './notified.ts'

describe('notifications and bank statements', () => {
  for (const order of ['statement first', 'notification first']) {
    const both = async (booked: readonly Booked[], notified: readonly Booked[]) => {
      const bank = notifiedCustomer()
      if (order === 'statement first') await bank.booked(...booked)
      if (notified.length > 0) await bank.notified(...notified)
      if (order !== 'statement first') await bank.booked(...booked)
      await bank.verified()
      return bank
    }

    it(`the details become the payments of a batch without details, ${order}`, async () => {
      const { payments, notifications, customer } = await both([without(BATCH)], [BATCH])
      expect([await payments(), await notifications()]).to.deep.equal([DETAILED, ['joined']])
      const entry = await firstOf('camt-053/entries', customer)
      const notification = await firstOf('camt-054/entries', customer)
      expect(entry.notification_ids).to.deep.equal([notification.id])
      expect(notification.entry_id).to.equal(entry.id)
      expect(await itemsOf('camt-054/entries', customer, `&entry_id=${entry.id}&state=joined`)).to.have.length(1)
      expect(await itemsOf('payments', customer, `&entry_id=${entry.id}`)).to.have.length(2)
    })

    it(`one detail says whose the money is, ${order}`, async () => {
      const single = { ...BATCH, details: [{ amount: '108.10', name: 'A', reference: QRR }] }
      const { payments } = await both([without(single)], [single])
      expect(await payments()).to.deep.equal([`10810 A open ${QRR}`])
    })

    it(`details that a bank statement has are counted once, ${order}`, async () => {
      const { payments, notifications } = await both([BATCH], [BATCH])
      expect([await payments(), await notifications()]).to.deep.equal([DETAILED, ['kept details_known']])
    })

    const apart: [name: string, notified: Booked][] = [
      ['AcctSvcrRef', { ...BATCH, ref: 'BANK-2' }],
      ['no reference', { ...BATCH, ref: '' }],
      ['day', { ...BATCH, date: '2026-03-30' }],
      ['direction', { ...BATCH, direction: 'DBIT' }],
      ['amount', { ...BATCH, amount: '100.00', details: [{ amount: '100.00', name: 'A' }] }],
      [
        'sum of details',
        {
          ...BATCH,
          details: [
            { amount: '100.00', name: 'A' },
            { amount: '8.00', name: 'B' },
          ],
        },
      ],
      ['mark of a reversal', { ...BATCH, reversal: 'true' }],
    ]
    for (const [name, notified] of apart)
      it(`another ${name} joins nothing, ${order}`, async () => {
        const { payments, notifications } = await both([without(BATCH)], [notified])
        expect([await payments(), await notifications()]).to.deep.equal([['10810  open'], ['waiting']])
      })

    it(`the batch names it where there is no AcctSvcrRef, and NtryRef never, ${order}`, async () => {
      const batch = '<PmtInfId>P-1</PmtInfId>'
      const ofBatch = { ...BATCH, ref: '', batch }
      const joined = await both([without(ofBatch)], [ofBatch])
      expect([await joined.payments(), await joined.notifications()]).to.deep.equal([DETAILED, ['joined']])
      const others = await both([without(ofBatch)], [{ ...ofBatch, batch: '<PmtInfId>P-2</PmtInfId>' }])
      expect(await others.notifications()).to.deep.equal(['waiting'])
    })

    it(`a batch cut into notifications is joined when all of them are there, ${order}`, async () => {
      const [first, second] = BATCH.details ?? []
      const page = (detail: typeof first, amount: string) => ({ ...BATCH, amount, details: [there(detail)] })
      const pages = await both([without(BATCH)], [page(first, '100.00'), page(second, '8.10')])
      expect([await pages.payments(), await pages.notifications()]).to.deep.equal([DETAILED, ['joined', 'joined']])
      const batch = '<NbOfTxs>2</NbOfTxs>'
      const whole = (detail: typeof first) => ({ ...BATCH, batch, details: [there(detail)] })
      const repeated = await both([without(BATCH)], [whole(first), whole(second)])
      expect(await repeated.payments()).to.deep.equal(DETAILED)
      const half = await both([without(BATCH)], [whole(first)])
      expect([await half.payments(), await half.notifications()]).to.deep.equal([['10810  open'], ['waiting']])
    })

    it(`the same batch cut in two ways is counted once, ${order}`, async () => {
      const details = ['A', 'B', 'C'].map((name) => ({ amount: '10.00', name }))
      const batch = { ...BATCH, amount: '30.00', details }
      const part = (from: number, to: number) => ({
        ...batch,
        batch: '<NbOfTxs>3</NbOfTxs>',
        details: details.slice(from, to),
      })
      const { payments } = await both([without(batch)], [part(0, 1), part(0, 2), part(1, 3)])
      expect(await payments()).to.deep.equal(['1000 A open', '1000 B open', '1000 C open'])
    })

    it(`versions .02, .04 and .08 of one notification are one, ${order}`, async () => {
      const bank = notifiedCustomer()
      if (order === 'statement first') await bank.booked(without(BATCH))
      for (const version of ['04', '08', '02'])
        await notify(bank.customer, notificationFile(version, BATCH), { wait: 20 })
      if (order !== 'statement first') await bank.booked(without(BATCH))
      expect([await bank.payments(), await bank.notifications()]).to.deep.equal([DETAILED, ['joined']])
      await bank.verified()
    })

    it(`equal batches of one day are joined one by one, ${order}`, async () => {
      const others = {
        ...BATCH,
        details: [
          { amount: '50.00', name: 'C' },
          { amount: '58.10', name: 'D' },
        ],
      }
      const { payments } = await both([without(BATCH), without(BATCH)], [BATCH, others])
      expect((await payments()).sort()).to.deep.equal([...DETAILED, '5000 C open', '5810 D open'].sort())
    })

    it(`a debit is completed by its notification as evidence, ${order}`, async () => {
      const debit = { ...BATCH, direction: 'DBIT' }
      const { payments, notifications } = await both([without(debit)], [debit])
      expect([await payments(), await notifications()]).to.deep.equal([[], ['joined']])
    })

    it(`a reversal with details takes back the payments that they name, ${order}`, async () => {
      const reversal = { ...BATCH, ref: 'BANK-9', date: '2026-04-02', direction: 'DBIT', reversal: 'true' }
      const { payments } = await both([without(BATCH), without(reversal)], [reversal, BATCH])
      expect(await payments()).to.deep.equal([`10000 A returned ${QRR}`, '810 B returned'])
    })

    it(`the details of a batch that was taken back as a whole are taken back, ${order}`, async () => {
      const reversal = { ...without(BATCH), ref: 'BANK-9', date: '2026-04-02', direction: 'DBIT', reversal: 'true' }
      const { payments } = await both([without(BATCH), reversal], [BATCH])
      expect(await payments()).to.deep.equal([`10000 A returned ${QRR}`, '810 B returned'])
    })
  }
})
