import { expect } from 'chai'
import { findings } from '../../../../support/books.ts'
import { get, post, put } from '../../../../support/client.ts'
import { chf } from '../../../../support/requests/examples.ts'
import { NET } from '../../changed-method/filer.ts'
import { EFFECTIVE } from '../../register.ts'
import { booksOfChange } from '../books-of-change.ts'
import { lookedAt } from './looked-at.ts'

const received = <Method extends object>(method: Method) => ({ ...method, consideration: 'received' as const })
const CORRECTION = { vat_period: 'correction' }

/** Periods of December 2025 and January 2026, and what 1'081.00 of the method before owe. */
const CHANGES = [
  ['effective, agreed, to net rates, received', EFFECTIVE, received(NET), '2025-Q4', '2026-H1', 8_100],
  ['effective, received, to net rates, agreed', received(EFFECTIVE), NET, '2025-Q4', '2026-H1', 8_100],
  ['net rates, agreed, to effective, received', NET, received(EFFECTIVE), '2025-H2', '2026-Q1', 6_702],
  ['net rates, received, to effective, agreed', received(NET), EFFECTIVE, '2025-H2', '2026-Q1', 6_702],
] as const

/** MWSTV Art. 79, 81: what was supplied under one method is declared by it, whatever the next one is. */
describe('an item of before a change of method and consideration on one day', () => {
  for (const [name, before, after, old, next, tax] of CHANGES)
    describe(name, () => {
      const books = booksOfChange(before, after)
      const { customer, sold, change, pay, undo } = books
      const word = name.includes('received, to') ? CORRECTION : {}
      const payable = async () => [await payableOf(customer(), old), await payableOf(customer(), next)]

      it('is taxed once where its payment bounces after the change, and is paid again', async () => {
        const sale = await sold()
        const paid = await pay(sale.id, 108_100, { posting_date: '2025-12-20' })
        await change()
        const { body } = await undo(`/v1/allocations/${paid.id}`, { posting_date: '2026-02-10', ...word })
        expect(body.state, JSON.stringify(body)).to.equal('reversed')
        await lookedAt(customer())
        expect(await payable()).to.deep.equal([tax, 0])
        await pay(sale.id, 108_100, { posting_date: '2026-03-10' })
        expect(await payable()).to.deep.equal([tax, 0])
        expect(await findings(customer())).to.deep.equal([])
      })

      it('is taxed once where it was booked after the registration, and is paid after the change', async () => {
        await change()
        const sale = await sold()
        await lookedAt(customer())
        expect(await payable()).to.deep.equal([tax, 0])
        await pay(sale.id, 54_050, { posting_date: '2026-02-10' })
        await lookedAt(customer())
        await pay(sale.id, 54_050, { posting_date: '2026-03-10' })
        expect(await payable()).to.deep.equal([tax, 0])
        expect(await findings(customer())).to.deep.equal([])
      })
    })

  describe('whose last return is filed', () => {
    const { customer, sold, change } = booksOfChange(received(EFFECTIVE), NET)

    it('is in its correction, and in no return of the next method', async () => {
      await change()
      await put(`/v1/end-customers/${customer()}`, { name: 'Meier AG', uid: 'CHE-116.281.710' })
      const path = '/v1/vat-returns/2025-Q4/file' as '/v1/vat-returns/{period}/file'
      const filed = await post(path, { end_customer_id: customer() } as never)
      expect(filed.status, JSON.stringify(filed.body)).to.equal(201)
      await sold()
      await lookedAt(customer())
      const owed = [
        await payableOf(customer(), '2025-Q4', '&submission=correction'),
        await payableOf(customer(), '2026-H1'),
      ]
      expect(owed).to.deep.equal([8_100, 0])
      expect(await findings(customer())).to.deep.equal([])
    })
  })

  describe('of a supplier', () => {
    const { customer, bought, change } = booksOfChange(EFFECTIVE, received(NET))

    it('has its input tax in the return of before alone', async () => {
      await change()
      await bought()
      await lookedAt(customer())
      expect([await payableOf(customer(), '2025-Q4'), await payableOf(customer(), '2026-H1')]).to.deep.equal([
        -4_050, 0,
      ])
    })
  })
})

/** The order that a refused change asks for: the consideration first, within one method, and the method a year later. */
const ORDERS = [
  [received(EFFECTIVE), EFFECTIVE, NET, ['2024-Q4', '2025-Q1', '2025-Q4', '2026-H1'], 8_100],
  [received(NET), NET, EFFECTIVE, ['2024-H2', '2025-H1', '2025-H2', '2026-Q1'], 6_702],
  [EFFECTIVE, received(EFFECTIVE), received(NET), ['2024-Q4', '2025-Q1', '2025-Q4', '2026-H1'], 8_100],
  [EFFECTIVE, NET, received(NET), ['2024-Q4', '2025-H1', '2025-H2', '2026-H1'], 8_100],
  [NET, EFFECTIVE, received(EFFECTIVE), ['2024-H2', '2025-Q1', '2025-Q4', '2026-Q1'], 6_702],
] as const

describe('an item that was paid before two changes, of method and of consideration, and bounces after both', () => {
  for (const [first, second, third, periods, tax] of ORDERS)
    describe(
      [first, second, third].map(({ method, consideration }) => `${method} ${consideration}`).join(' > '),
      () => {
        const { customer, sold, change, allocated, pay, undo } = withAsked(booksOfChange(first, third))

        it('is taxed once, in returns of its own method', async () => {
          const sale = await sold('2024-11-04')
          const paid = await pay(sale.id, 108_100, { posting_date: '2024-12-20' })
          await change(second, '2025-01-01')
          await change(third, '2026-01-01')
          const bounced = { posting_date: '2026-02-10' }
          const { status } = await undo(`/v1/allocations/${paid.id}`, bounced)
          if (status !== 202 && status !== 200)
            expect((await undo(`/v1/allocations/${paid.id}`, { ...bounced, ...CORRECTION })).body.state).to.equal(
              'reversed',
            )
          await lookedAt(customer())
          await allocated(sale.id)
          const owed: (number | undefined)[] = []
          for (const period of periods) owed.push(await payableOf(customer(), period))
          expect(
            owed.reduce<number>((sum, one) => sum + (one ?? 0), 0),
            JSON.stringify(owed),
          ).to.equal(tax)
          expect(owed.at(-1)).to.equal(0)
          expect(await findings(customer())).to.deep.equal([])
        })
      },
    )
})

type Books = ReturnType<typeof booksOfChange>

/** Pays with the word for the period where it is asked for one. */
function withAsked(books: Books) {
  const allocated = async (document_id: string) => {
    const request = { end_customer_id: books.customer(), account_code: '1000', posting_date: '2026-03-10' }
    const lines = [{ document_id, amount: chf(108_100) }]
    const { body } = await post('/v1/allocations', { ...request, lines }, { wait: 10 })
    if (body.state === 'posted') return
    await books.undo(`/v1/allocations/${body.id}`)
    const again = await post('/v1/allocations', { ...request, lines, ...CORRECTION } as never, { wait: 10 })
    expect(again.body.state, JSON.stringify(again.body)).to.equal('posted')
  }
  return { ...books, allocated }
}

/** What a return owes, whose checks all hold. */
async function payableOf(customer: string, period: string, more = ''): Promise<number> {
  const { status, body } = await get(`/v1/vat-returns/${period}?end_customer_id=${customer}${more}`)
  expect(status, JSON.stringify(body)).to.equal(200)
  expect(
    body.checks.filter(({ holds }) => !holds).map(({ code }) => code),
    period,
  ).to.not.include('records_have_a_line')
  expect(body.tie.is_explained, JSON.stringify(body.tie)).to.equal(true)
  return body.payable_tax.amount_minor
}
