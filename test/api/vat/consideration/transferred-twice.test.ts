import { expect } from 'chai'
import { EFFECTIVE } from '../register.ts'
import { booksOfChange } from './books-of-change.ts'

const RECEIVED = { ...EFFECTIVE, consideration: 'received' } as const
const QUARTERS = ['2024-Q4', '2025-Q1', '2026-Q1'] as const

/** A sale of December 2024 that is open: received from 2025 on takes its tax back, agreed from 2026 on declares it. */
describe('tax of an item that was transferred twice', () => {
  const { sold, change, pay, undo, figures } = booksOfChange(EFFECTIVE, EFFECTIVE)
  const changed = async () => {
    const sale = await sold('2024-12-10')
    await change(RECEIVED, '2025-01-01')
    await change(EFFECTIVE)
    expect(await taxOfQuarters()).to.deep.equal([8_100, -8_100, 8_100])
    return sale
  }
  const taxOfQuarters = async () => {
    const taxes: unknown[] = []
    for (const period of QUARTERS)
      taxes.push((await figures(period)).lines.find(([figure]) => figure === '303')?.[2] ?? 0)
    return taxes
  }

  it('is taken back with each transfer where its document is reversed', async () => {
    const { fact_id } = await changed()
    await undo(`/v1/source-facts/${fact_id}`, { posting_date: '2024-12-10' })
    expect(await taxOfQuarters()).to.deep.equal([0, 0, 0])
  })

  it('is less with each transfer by what was paid before them, and more where that is reversed', async () => {
    const sale = await changed()
    const before = await pay(sale.id, 54_050, { posting_date: '2024-12-20' })
    expect(await taxOfQuarters()).to.deep.equal([8_100, -4_050, 4_050])
    const between = await pay(sale.id, 54_050, { posting_date: '2025-02-20' })
    expect(await taxOfQuarters()).to.deep.equal([8_100, 0, 0])
    await undo(`/v1/allocations/${between.id}`, { posting_date: '2025-02-20' })
    await undo(`/v1/allocations/${before.id}`, { posting_date: '2024-12-20' })
    expect(await taxOfQuarters()).to.deep.equal([8_100, -8_100, 8_100])
  })

  it('is less with each transfer where a payment of before them, that they knew, is reversed', async () => {
    const sale = await sold('2024-12-10')
    const paid = await pay(sale.id, 54_050, { posting_date: '2024-12-20' })
    await change(RECEIVED, '2025-01-01')
    await change(EFFECTIVE)
    expect(await taxOfQuarters()).to.deep.equal([8_100, -4_050, 4_050])
    await undo(`/v1/allocations/${paid.id}`, { posting_date: '2024-12-20' })
    expect(await taxOfQuarters()).to.deep.equal([8_100, -8_100, 8_100])
  })

  it('follows a change that is taken back on the day of that', async () => {
    await changed()
    await change(RECEIVED)
    expect(await taxOfQuarters()).to.deep.equal([8_100, -8_100, 0])
  })
})
