import { expect } from 'chai'
import { bankEntry, IBAN } from '../../camt053/messages.ts'
import { amountOn, balanceSheet, refreshTables } from '../../support/books.ts'
import { get, put } from '../../support/client.ts'
import { chf, credit, debit } from '../../support/requests/examples.ts'
import { bookedVoucher } from '../open-items/items-of-customer.ts'
import { fetchAs } from '../statements/books-to-show.ts'
import { booksToSettle } from './books-to-settle.ts'

/** The bank names no payer: a credit of several payments, say. */
describe('credit whose payer is unknown', () => {
  const { customer, invoiced, received, allocate } = booksToSettle()
  const of = (name: string) => ({ customer: { name, customer_external_reference: name } })
  const listed = async () => {
    const path = `/v1/statements/open-items?end_customer_id=${customer()}&side=receivables&date=2026-12-31` as const
    const { body } = await get(path)
    const items = body.items as unknown as { kind: string; partner: object; open_amount: object }[]
    const table = await (await fetchAs(path, 'text/html')).text()
    return {
      partners: body.partners.map(({ name, reference }) => [name, reference]),
      items: items.map(({ kind, partner, open_amount }) => [kind, partner, open_amount]),
      isPrinted: table.includes('Zahler unbekannt') && !table.includes(IBAN),
    }
  }

  it('is of nobody: not of the account at which it arrived', async () => {
    const payment = await received(bankEntry({ amount: '150.00' }))
    const [a, b] = [await invoiced(6_000, of('A')), await invoiced(4_000, of('B'))]
    const { body } = await allocate(payment.id, [
      [a.id, 6_000],
      [b.id, 4_000],
    ])
    expect(body.state).to.equal('posted')
    expect(await listed()).to.deep.equal({
      partners: [['', null]],
      items: [['customer_credit', { name: '', reference: null }, chf(-5_000)]],
      isPrinted: true,
    })
    const relations = [{ partner: { name: IBAN }, related_to: 'holders' as const, valid_from: '2026-01-01' }]
    const saved = await put('/v1/partner-relations', { end_customer_id: customer(), relations })
    expect(saved.body.data.map(({ has_open_items }) => has_open_items)).to.deep.equal([false])
    const debts = async () => amountOn(await balanceSheet(customer()), 'verbindlichkeiten_ll')
    const now = await debts()
    await refreshTables(customer())
    expect(await debts()).to.equal(now)
  })

  it('that a voucher books is of nobody too, whomever allocations pay for: none of them needs consent', async () => {
    const payment = await received(bankEntry({ amount: '50.00' }))
    const item = { open_item: { payment_id: payment.id, purpose: 'transfer' } }
    await bookedVoucher(customer(), [debit('1020', 5_000), credit('2030', 5_000, item)], {
      bank_entries: [{ entry_id: payment.entry_id }],
    })
    for (const name of ['A', 'B']) {
      const { body } = await allocate(payment.id, [[(await invoiced(1_000, of(name))).id, 1_000]])
      expect(body.state, JSON.stringify(body)).to.equal('posted')
    }
    const { partners, items } = await listed()
    expect([partners, items]).to.deep.equal([
      [['', null]],
      [['customer_credit', { name: '', reference: null }, chf(-3_000)]],
    ])
  })
})
