import { expect } from 'chai'
import { get } from '../../../../support/client.ts'
import { credit, debit } from '../../../../support/requests/examples.ts'
import { EFFECTIVE } from '../../register.ts'
import { booksOfChange } from '../books-of-change.ts'
import { lookedAt } from './looked-at.ts'

const RECEIVED = { ...EFFECTIVE, consideration: 'received' } as const
const IN_DECEMBER = { posting_date: '2025-12-20' }
const IN_FEBRUARY = { posting_date: '2026-02-10' }
const QUARTERS = ['2025-Q4', '2026-Q1', '2026-Q2'] as const

/** One Rappen less than all of it, and all of it: the rest of the item is no reason to tax its payment otherwise. */
const PAID = [108_099, 108_100] as const

describe('what closed an item before a change to received consideration and is given back after it', () => {
  const books = booksOfChange(EFFECTIVE, RECEIVED)
  const { customer, sold, change, pay, undo, booked, figures } = books

  for (const amount of PAID)
    it(`is taken back on the day of its reversal, and payments declare it (${amount} paid)`, async () => {
      const sale = await sold()
      const paid = await pay(sale.id, amount, IN_DECEMBER)
      await change()
      expect((await undo(`/v1/allocations/${paid.id}`, IN_FEBRUARY)).body.state).to.equal('reversed')
      await lookedAt(customer())
      expect(await taxes(books)).to.deep.equal([8_100, -8_100, 0])
      expect((await figures('2026-Q1')).not_due).to.deep.equal([['V81', 100_000, 8_100]])
      await pay(sale.id, 108_100, { posting_date: '2026-04-20' })
      expect(await taxes(books)).to.deep.equal([8_100, -8_100, 8_100])
    })

  it('is taken back by a voucher, too, as far as that gives it back', async () => {
    const sale = await sold()
    await pay(sale.id, 108_100, IN_DECEMBER)
    await change()
    const lines = [
      debit('1100', 54_050, { open_item: { document_id: sale.id, purpose: 'refund' } }),
      credit('1020', 54_050),
    ]
    const fact = await booked(lines, { business_date: '2026-02-10' })
    expect(fact.state, JSON.stringify(fact.blockers)).to.equal('posted')
    await lookedAt(customer())
    expect(await taxes(books)).to.deep.equal([8_100, -4_050, 0])
  })

  it('is taken back by a bounce of a year of received consideration, which a later change to agreed declares again', async () => {
    const sale = await sold('2024-12-10')
    const paid = await pay(sale.id, 108_100, { posting_date: '2024-12-20' })
    await change(RECEIVED, '2025-01-01')
    await change(EFFECTIVE, '2026-01-01')
    expect((await undo(`/v1/allocations/${paid.id}`, { posting_date: '2025-11-10' })).body.state).to.equal('reversed')
    await lookedAt(customer())
    expect(await taxes(books)).to.deep.equal([-8_100, 8_100, 0])
  })
})

describe('a document of before a change to agreed consideration that is reversed after it', () => {
  const { customer, sold, change, undo, figures } = booksOfChange(RECEIVED, EFFECTIVE)

  for (const posting_date of [undefined, '2025-12-31', '2026-02-10'])
    it(`has no tax that is not due any more (${posting_date ?? 'on its own day'})`, async () => {
      const sale = await sold()
      await change()
      await undo(`/v1/source-facts/${sale.fact_id}`, posting_date === undefined ? {} : { posting_date })
      await lookedAt(customer())
      // They compare the list of the last day with the return, where that has any.
      for (const period of QUARTERS) await figures(period)
      for (const day of ['2025-12-31', '2026-12-31']) {
        const { body } = await get(`/v1/tax-not-due?end_customer_id=${customer()}&date=${day}`)
        const isOpen = posting_date === '2026-02-10' && day === '2025-12-31'
        expect(body.data.length, day).to.equal(isOpen ? 1 : 0)
      }
    })
})

describe('what closed an item before a change to agreed consideration and is given back after it', () => {
  const books = booksOfChange(RECEIVED, EFFECTIVE)
  const { customer, sold, change, pay, undo } = books

  for (const amount of PAID)
    it(`stays declared: it is agreed, and no payment declares it any more (${amount} paid)`, async () => {
      const sale = await sold()
      const paid = await pay(sale.id, amount, IN_DECEMBER)
      await change()
      expect((await undo(`/v1/allocations/${paid.id}`, IN_FEBRUARY)).body.state).to.equal('reversed')
      await lookedAt(customer())
      // A Rappen has no tax.
      expect(await taxes(books)).to.deep.equal([8_100, 0, 0])
      await pay(sale.id, 108_100, { posting_date: '2026-04-20' })
      expect(await taxes(books)).to.deep.equal([8_100, 0, 0])
    })
})

async function taxes({ figures }: ReturnType<typeof booksOfChange>) {
  const found: unknown[] = []
  for (const period of QUARTERS) {
    const { lines } = await figures(period)
    found.push(lines.find(([figure]) => figure === '303')?.[2] ?? 0)
  }
  return found
}
