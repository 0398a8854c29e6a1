import { expect } from 'chai'
import { row, sql } from '../../../shared/store/db/database.ts'
import { eventually, factOf, linesOf } from '../../support/books.ts'
import { post } from '../../support/client.ts'
import { bookExpense } from '../../support/requests/book-expense.ts'
import { newEndCustomer } from '../../support/requests/examples.ts'
import { service } from '../../support/service.ts'

describe('warnings of facts', () => {
  it('are told with the booked fact, and stay with it when it is reversed', async () => {
    const customer = await newEndCustomer()
    const fact = await bookExpense(customer, { payload: { expense_category: 'telcom' } })
    expect([fact.state, fact.blockers]).to.deep.equal(['posted', []])
    const expected = [
      {
        code: 'category_unknown',
        message: 'Category telcom is unknown: no account is mapped to posting.expense.category.telcom.',
        pointer: '/payload/expense_category',
        remedy:
          'Correct the category, or map its key to an account; reverse the fact and send it again if it is booked.',
      },
    ]
    expect(fact.warnings).to.deep.equal(expected)
    expect((await linesOf(fact.journal_entry_id.id))[0]?.[0]).to.equal('6500')
    await post(`/v1/source-facts/${fact.id}/reverse`, { end_customer_id: customer, reason: 'Kategorie' }, { wait: 10 })
    await eventually(async () => (await factOf(fact.id)).state === 'reversed')
    expect((await factOf(fact.id)).warnings).to.deep.equal(expected)
  })

  it('take no room where there are none', async () => {
    const customer = await newEndCustomer()
    const fact = await bookExpense(customer)
    expect(fact.warnings).to.deep.equal([])
    const { rows } = await service().web.pool.query(
      sql.type(row())`select warnings from fact_states where end_customer_id = ${customer}`,
    )
    expect(rows).to.deep.equal([{ warnings: null }])
  })
})
