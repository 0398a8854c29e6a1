import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { amountOn, balanceSheet, codesOf, eventually, factOf } from '../../support/books.ts'
import { put } from '../../support/client.ts'
import { bookExpense, isPosted } from '../../support/requests/book-expense.ts'
import { chart, newEndCustomer } from '../../support/requests/examples.ts'
import { there } from '../../support/there.ts'

describe('supersession', () => {
  it('a newer fact with the same reference supersedes one that is not posted', async () => {
    const customer = await newEndCustomer()
    const external_reference = 'EXP-2'
    const older = await bookExpense(customer, { external_reference, evidence_links: [] })
    expect(codesOf(older)).to.deep.equal(['receipt_missing'])
    const newer = await bookExpense(customer, { external_reference })
    expect(newer.state).to.equal('posted')
    expect(await factOf(older.id)).to.include({ state: 'superseded', superseded_by: newer.id })
  })

  it('of several that wait together, the newest is booked', async () => {
    const customer = randomUUID()
    const external_reference = 'EXP-3'
    const sent = []
    for (const amount_minor of [100, 200, 300]) {
      sent.push(
        await bookExpense(customer, {
          external_reference,
          payload: { gross_amount: { amount_minor, currency: 'CHF' } },
        }),
      )
    }
    await put('/v1/accounts', chart(customer), { wait: 10 })
    await eventually(isPosted(there(sent[2]).id))
    expect((await factOf(there(sent[0]).id)).state).to.equal('superseded')
    expect((await factOf(there(sent[1]).id)).state).to.equal('superseded')
    expect(amountOn(await balanceSheet(customer), 'verbindlichkeiten_ll')).to.equal(300)
  })
})
