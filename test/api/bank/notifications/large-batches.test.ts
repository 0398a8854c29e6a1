import { expect } from 'chai'
import { itemsOf } from '../../../support/client.ts'
import { notifiedCustomer, without } from './notified.ts'

const DETAILS = 10_000

describe('a batch of ten thousand payments', () => {
  for (const order of ['statement first', 'notification first'])
    it(`gets its details, ${order}`, async () => {
      const details = Array.from({ length: DETAILS }, (_, index) => ({
        amount: '1.00',
        name: `Kundin ${index}`,
        reference: `21000000000313947143${String(index).padStart(7, '0')}`,
      }))
      const batch = { amount: `${DETAILS}.00`, ref: 'BANK-1', details }
      const bank = notifiedCustomer()
      if (order === 'statement first') await bank.booked(without(batch))
      await bank.notified(batch)
      if (order !== 'statement first') await bank.booked(without(batch))
      const found: string[] = []
      for (let after = ''; ; ) {
        const page = await itemsOf('payments', bank.customer, `&limit=500${after && `&starting_after=${after}`}`)
        found.push(...page.map(({ debtor_name }) => String(debtor_name)))
        if (page.length === 0) break
        after = page.at(-1)?.id ?? ''
      }
      expect(new Set(found).size).to.equal(DETAILS)
      expect(found.length).to.equal(DETAILS)
      await bank.verified()
    }).timeout(360_000)
})
