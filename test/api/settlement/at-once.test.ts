import { expect } from 'chai'
import { bankEntry } from '../../camt053/messages.ts'
import { firstOf } from '../../support/client.ts'
import { there } from '../../support/there.ts'
import { booksToSettle } from './books-to-settle.ts'

describe('allocations and settlements at once', () => {
  const { customer, invoiced, owed, paid, allocate, settle, openOf } = booksToSettle()

  it('two allocations at once never use the same Rappen twice, of a payment or of a document', async () => {
    const [a, b] = [await invoiced(10_000), await invoiced(10_000)]
    const payments = await paid(bankEntry({ amount: '100.00' }), bankEntry({ amount: '100.00' }))
    const [first, second] = [there(payments[0]), there(payments[1])]
    const answers = await Promise.all([
      ...Array.from({ length: 4 }, () => allocate(first.id, [[a.id, 6_000]])),
      ...Array.from({ length: 4 }, () =>
        allocate(second.id, [
          [b.id, 4_000],
          [a.id, 3_000],
        ]),
      ),
    ])
    expect(answers.filter(({ status }) => status === 201)).to.have.length(2)
    expect([
      await openOf('documents', a.id),
      await openOf('payments', first.id),
      await openOf('payments', second.id),
    ]).to.deep.equal([1_000, 4_000, 3_000])
  })

  it('payments at once never use the same Rappen of a document twice', async () => {
    const receivable = await invoiced(10_000)
    const payments = await paid(...['61.00', '62.00', '63.00'].map((amount) => bankEntry({ amount })))
    const answers = await Promise.all(payments.map(({ id }) => allocate(id, [[receivable.id, 6_000]])))
    const outcomes = answers.map(({ status, body }) => body.error?.details[0]?.code ?? body.error?.code ?? status)
    expect(outcomes.sort()).to.deep.equal([201, 'exceeds_open_amount', 'exceeds_open_amount'])
  })

  it('settlements at once never use the same Rappen twice, of a payable or of a booking of the bank', async () => {
    const [first, ...others] = [await owed(10_000), await owed(10_000), await owed(10_000), await owed(10_000)]
    await paid(bankEntry({ amount: '100.00', direction: 'DBIT' }))
    const { canonical_entry_hash: evidence_sha256 } = await firstOf('camt-053/entries', customer())
    const outcomes = async (settlements: ReturnType<typeof settle>[]) =>
      (await Promise.all(settlements))
        .map(({ status, body }) => body.error?.details[0]?.code ?? body.error?.code ?? status)
        .sort()
    expect(await outcomes([1, 2, 3].map(() => settle(first.id, 6_000)))).to.deep.equal([
      201,
      'exceeds_open_amount',
      'exceeds_open_amount',
    ])
    expect(await outcomes(others.map(({ id }) => settle(id, 6_000, { evidence_sha256 })))).to.deep.equal([
      201,
      'evidence_exhausted',
      'evidence_exhausted',
    ])
  })
})
