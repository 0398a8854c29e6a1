import { expect } from 'chai'
import { itemsOf } from '../../support/client.ts'
import { taxLine } from '../../support/requests/examples.ts'
import { there } from '../../support/there.ts'
import { booksToSettle } from '../settlement/books-to-settle.ts'
import { charges, e2e, returnsOf } from './books-with-returns.ts'

describe('what does not prove that a payment comes back', () => {
  const books = booksToSettle()
  const { customer, owed } = books
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

  it('a day that is not open, charges that do not fit and a candidate of something else are refused with their member', async () => {
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
