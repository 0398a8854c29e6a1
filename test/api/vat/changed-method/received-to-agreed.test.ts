import { expect } from 'chai'
import { findings } from '../../../support/books.ts'
import { get, post, put } from '../../../support/client.ts'
import { chf } from '../../../support/requests/examples.ts'
import { booksOfChange } from '../consideration/books-of-change.ts'
import { lookedAt } from '../consideration/late/looked-at.ts'
import { EFFECTIVE, register } from '../register.ts'
import { NET } from './filer.ts'

const received = <Method extends object>(method: Method) => ({ ...method, consideration: 'received' as const })
const CORRECTION = { vat_period: 'correction' }

/**
 * A sale of 1081.00 at V81: 81.00, and 1081.00 at 6.2 % are 67.02. Of a discount of 108.10 these are 8.10 and 6.70; of a purchase of
 * 540.50 that is paid by half, 40.50 are deducted under the effective method alone.
 */
const CHANGES = [
  ['effective to net rates', received(EFFECTIVE), NET, '2025-Q4', '2026-H1', 8_100, 4_050, 810, 4_050],
  ['net rates to effective', received(NET), EFFECTIVE, '2025-H2', '2026-Q1', 6_702, 3_351, 670, 0],
] as const

/** MWSTV Art. 79 Abs. 4 lit. b, Art. 81 Abs. 6 lit. b: what is open is charged by the method before. */
describe('a change of method, and from received to agreed consideration, while items are open', () => {
  for (const [name, before, after, old, next, tax, half, discount, input] of CHANGES)
    describe(name, () => {
      const { customer, sold, bought, settle, change, pay, undo } = booksOfChange(before, after)
      const owed = async () => {
        await lookedAt(customer())
        return [await payableOf(customer(), old), await payableOf(customer(), next)]
      }
      afterEach(async () => expect(await findings(customer())).to.deep.equal([]))

      it('has their tax in the last return of the method before, and payments declare nothing', async () => {
        const sale = await sold()
        await pay(sale.id, 54_050, { posting_date: '2025-12-20' })
        expect(await payableOf(customer(), old)).to.equal(half)
        await change()
        expect(await owed()).to.deep.equal([tax, 0])
        await pay(sale.id, 27_025, { posting_date: '2026-02-10' })
        await pay(sale.id, 27_025, { posting_date: '2026-03-10' })
        expect(await owed()).to.deep.equal([tax, 0])
      })

      it('has what a discount takes off where the tax is', async () => {
        const sale = await sold()
        await change()
        const request = { end_customer_id: customer(), account_code: '1000', posting_date: '2026-02-10', ...CORRECTION }
        const deductions = [{ type: 'discount', amount: chf(10_810) }]
        const lines = [{ document_id: sale.id, amount: chf(97_290), deductions }]
        const { body } = await post('/v1/allocations', { ...request, lines } as never, { wait: 10 })
        expect(body.state, JSON.stringify(body)).to.equal('posted')
        expect(await owed()).to.deep.equal([tax - discount, 0])
      })

      it('has it once where a payment of before bounces, and is made again', async () => {
        const sale = await sold()
        const paid = await pay(sale.id, 54_050, { posting_date: '2025-12-20' })
        await change()
        const { body } = await undo(`/v1/allocations/${paid.id}`, { posting_date: '2026-02-10', ...CORRECTION })
        expect(body.state, JSON.stringify(body)).to.equal('reversed')
        expect(await owed()).to.deep.equal([tax, 0])
        await pay(sale.id, 108_100, { posting_date: '2026-03-10' })
        expect(await owed()).to.deep.equal([tax, 0])
      })

      it('has it in the correction where that return is filed', async () => {
        await sold()
        await put(`/v1/end-customers/${customer()}`, { name: 'Meier AG', uid: 'CHE-116.281.710' })
        const path = `/v1/vat-returns/${old}/file` as '/v1/vat-returns/{period}/file'
        const filed = await post(path, { end_customer_id: customer() } as never)
        expect([filed.status, filed.body.payable_tax?.amount_minor], JSON.stringify(filed.body)).to.deep.equal([201, 0])
        await change()
        await lookedAt(customer())
        expect(await payableOf(customer(), old, '&submission=correction')).to.equal(tax)
        expect(await payableOf(customer(), next)).to.equal(0)
      })

      it('has input tax by the method before, too', async () => {
        const { id } = await bought()
        await settle(id, 27_025, { settlement_date: '2025-12-20', account_code: '1000' })
        await change()
        expect(await owed()).to.deep.equal([0 - input, 0])
        await settle(id, 27_025, { settlement_date: '2026-02-10', account_code: '1000' })
        expect(await owed()).to.deep.equal([0 - input, 0])
      })

      it('has it once where the change is taken back', async () => {
        const sale = await sold()
        await change()
        expect(await owed()).to.deep.equal([tax, 0])
        expect((await register(customer(), '2026-01-01', before)).status).to.equal(202)
        await lookedAt(customer())
        await pay(sale.id, 108_100, { posting_date: '2026-02-10' })
        const declared = await payableOf(customer(), old)
        const taken_back = await payableOf(customer(), old === '2025-Q4' ? '2026-Q1' : '2026-H1')
        expect(declared + taken_back, `${declared} and ${taken_back}`).to.equal(tax)
      })
    })
})

/** What a return owes, whose tie is explained and whose records all have a line. */
async function payableOf(customer: string, period: string, more = ''): Promise<number> {
  const { status, body } = await get(`/v1/vat-returns/${period}?end_customer_id=${customer}${more}`)
  expect(status, JSON.stringify(body)).to.equal(200)
  const failing = body.checks.filter(({ holds }) => !holds).map(({ code }) => code)
  expect(failing, period).to.not.include('records_have_a_line')
  expect(body.tie.is_explained, JSON.stringify(body.tie)).to.equal(true)
  return body.payable_tax.amount_minor
}
