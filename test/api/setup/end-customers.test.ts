import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { balanceSheet, linesOf } from '../../support/books.ts'
import { get, put } from '../../support/client.ts'
import { bookExpense } from '../../support/requests/book-expense.ts'
import { newEndCustomer, taxLine } from '../../support/requests/examples.ts'
import { expectRefusal } from './expect-refusal.ts'

describe('end customers', () => {
  it('an end customer has defaults from its first write on, and settings that postings follow', async () => {
    const customer = await newEndCustomer()
    const path = `/v1/end-customers/${customer}`
    expect((await get(path)).body).to.include({
      base_currency: 'CHF',
      vat_method: 'effective',
      locale: 'de',
      legal_form: 'company',
      name: null,
    })
    await put(
      path,
      { name: 'Muster AG', uid: 'CHE-123.456.788', vat_method: 'net_tax_rate', locale: 'fr' },
      { wait: 10 },
    )
    const fact = await bookExpense(customer, { payload: { tax_lines: [taxLine('I81', 10_000, 810)] } })
    expect(await linesOf(fact.journal_entry_id.id)).to.deep.equal([
      ['6500', 10_810, 0],
      ['2000', 0, 10_810],
    ])
    expect((await balanceSheet(customer)).rows[0]?.label).to.equal('Actif')
    expect((await put(path, { legal_form: 'partnership' })).body.legal_form).to.equal('partnership')
    expect((await get(path)).body).to.include({ legal_form: 'partnership', locale: 'fr' })
    expect((await put(path, { legal_form: 'club' })).status).to.equal(422)
    expectRefusal(await put(path, { base_currency: 'EUR' }), 409, 'base_currency_in_use')
    expectRefusal(await put(path, { uid: 'CHE-123.456.789' }), 422, 'uid_invalid')
    expect((await put(path, {})).status).to.equal(422)
    expect((await get(`/v1/end-customers/${randomUUID()}`)).status).to.equal(404)
    expect((await get('/v1/end-customers/x')).status).to.equal(404)
  })
})
