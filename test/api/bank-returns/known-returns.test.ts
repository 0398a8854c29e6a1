import { expect } from 'chai'
import { row, sql } from '../../../shared/store/db/database.ts'
import { quietly } from '../../support/books.ts'
import { service } from '../../support/service.ts'
import { booksToSettle } from '../settlement/books-to-settle.ts'
import { e2e, returnsOf } from './books-with-returns.ts'

/** Whether a bank entry brings money back is read with it, and not looked for in its details again. */
describe('bank entries that bring money back', () => {
  const books = booksToSettle()
  const { customer, owed } = books
  const { moved, paidOut, proposed } = returnsOf(books)
  const paidAndBack = async () => {
    const payable = await owed(10_810)
    await paidOut(payable.id, 10_810, { amount: '108.10', named: e2e('OUT-1') })
    await moved({ direction: 'CRDT', date: '2026-04-09', amount: '108.10', named: e2e('OUT-1'), reason: 'AC04' })
  }
  const said = () => sql.type(row<{ credit_debit: string; says_return: boolean | null }>())`
    select credit_debit, says_return from camt053_entries where end_customer_id = ${customer()} order by entry_id`

  it('are told by the import', async () => {
    await paidAndBack()
    expect(
      (await service().owner.any(said())).map(({ credit_debit, says_return }) => [credit_debit, says_return]),
    ).to.deep.equal([
      ['DBIT', false],
      ['CRDT', true],
    ])
    expect(await proposed()).to.have.length(1)
  })

  it('are found as well where the release before has brought them', async () => {
    const payable = await owed(10_810)
    await moved({ direction: 'CRDT', date: '2026-04-09', amount: '108.10', named: e2e('OUT-1'), reason: 'AC04' })
    await service().owner.any(sql.type(row<{ credit_debit: string; says_return: boolean | null }>())`
      update camt053_entries set says_return = null where end_customer_id = ${customer()} returning credit_debit, says_return`)
    await paidOut(payable.id, 10_810, { amount: '108.10', named: e2e('OUT-1') })
    await quietly(customer())
    expect(await proposed()).to.have.length(1)
  })
})
