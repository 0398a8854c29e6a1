import { expect } from 'chai'
import { itemsOf, put } from '../../support/client.ts'
import { taxLine } from '../../support/requests/examples.ts'
import { there } from '../../support/there.ts'
import { booksToSettle } from '../settlement/books-to-settle.ts'
import { charges, e2e, returnsOf } from './books-with-returns.ts'

describe('what does not prove that a payment comes back', () => {
  const books = booksToSettle()
  const { customer, owed, invoiced, list, allocate } = books
  const { moved, paidOut, proposed, accept } = returnsOf(books)
  const supplies = () => owed(10_810, { tax_lines: [taxLine('I81', 10_000, 810)] })
  const named = e2e('E2E-1')
  const back = { direction: 'CRDT', date: '2026-04-09', named, reason: 'AC04' } as const

  it('of two payments with one name, nobody knows which; the amount decides where it can', async () => {
    const [first, second] = [await supplies(), await owed(5_000)]
    await paidOut(first.id, 10_810, { amount: '108.10', named })
    await paidOut(second.id, 5_000, { amount: '50.00', named })
    await moved({ amount: '50.00', ...back })
    const candidates = await proposed()
    expect(candidates.map(({ score }) => score)).to.deep.equal([100, 60])
    const third = await owed(5_000)
    await paidOut(third.id, 5_000, { amount: '50.00', named, date: '2026-04-03' })
    expect((await proposed()).map(({ score }) => score)).to.deep.equal([60, 60, 60])
  })

  it('what is no name, and a UETR of another payment, prove nothing', async () => {
    const payable = await supplies()
    const uetr = (digit: string) => `<UETR>${digit.repeat(8)}-1111-4111-8111-111111111111</UETR>`
    await paidOut(payable.id, 10_810, { amount: '108.10', named: e2e('NOTPROVIDED') })
    await moved({ ...back, amount: '108.10', named: e2e('NOTPROVIDED') })
    expect(await proposed()).to.deep.equal([])
    const other = await owed(7_000)
    await paidOut(other.id, 7_000, { amount: '70.00', named: `${named}${uetr('a')}` })
    await moved({ ...back, amount: '70.00', named: `${named}${uetr('b')}` })
    expect(await proposed()).to.deep.equal([])
    await moved({ ...back, amount: '70.00', date: '2026-04-10', named: uetr('a') })
    expect((await proposed()).map(({ reasons }) => reasons)).to.deep.equal([['uetr', 'amount']])
  })

  for (const amount of ['108.10', '50.00'])
    it(`a day that is not open, and one before the settlement, need another one: ${amount}`, async () => {
      const payable = await supplies()
      const { entry_id } = await paidOut(
        payable.id,
        10_810,
        { amount: '108.10', named },
        { settlement_date: '2026-04-15' },
      )
      expect(entry_id).to.be.a('string')
      await moved({ ...back, amount })
      const { id } = there((await proposed())[0])
      const refused = async (more: object = {}) => {
        const { status, body } = await accept(id, more)
        const [detail] = body.error.details
        return [status, detail?.pointer, detail?.code, /Send .*posting_date/.test(there(detail).message)]
      }
      expect(await refused()).to.deep.equal([422, '/posting_date', 'posting_date_before_original', true])
      const lock = { end_customer_id: customer(), locked_through: '2026-04-30', reason: 'MWST' }
      expect((await put('/v1/period-locks', lock)).status).to.equal(202)
      expect(await refused({ posting_date: '2026-04-20' })).to.deep.equal([
        422,
        '/posting_date',
        'posting_date_not_open',
        true,
      ])
      expect((await accept(id, { posting_date: '2026-05-04' })).body.state).to.equal('booked')
    })

  it('what is taken back beyond a payment is charges only where it is little, or said', async () => {
    const document = await invoiced(108_100)
    await moved({ amount: '1081.00', direction: 'CRDT', named })
    const payment = there((await list('payments')).at(-1))
    await allocate(payment.id, [[document.id, 108_100]])
    const taken = { date: '2026-04-09', named, reason: 'MD06' } as const
    // 1,919.00 beyond the payment; then 100.01; then 100.00.
    for (const [amount, wanted] of [
      ['3000.00', []],
      ['1181.01', []],
      ['1181.00', [10_000]],
    ] as const) {
      await moved({ ...taken, amount })
      expect((await proposed()).map(({ charges }) => charges.amount_minor)).to.deep.equal(wanted)
    }
  })

  it('charges that do not fit and a candidate of something else are refused with their member', async () => {
    const payable = await supplies()
    await paidOut(payable.id, 10_810, { amount: '108.10', named })
    await moved({ ...back, amount: '100.00' })
    const { id } = there((await proposed())[0])
    const refusal = async (candidate: string, more: object) => {
      const { status, body } = await accept(candidate, more)
      return [status, body.error.details[0]?.pointer, body.error.details[0]?.code]
    }
    expect(await refusal(id, charges(811))).to.deep.equal([422, '/charges', 'out_of_range'])
    expect(await refusal(id, { charges: { amount_minor: 1, currency: 'EUR' } })).to.deep.equal([
      422,
      '/charges/currency',
      'currency_mismatch',
    ])
    expect(await refusal('cand_01m7yb6tqqer985m19bbkf0csq', {})).to.deep.equal([422, '/candidate_id', 'not_found'])
    expect(await itemsOf('bank-returns', customer())).to.deep.equal([])
  })
})
