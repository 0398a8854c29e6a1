import { expect } from 'chai'
import { writeCursor } from '../../../../api/statements/open-items/item-cursor.ts'
import { uuidOf } from '../../../../shared/process/ids.ts'
import { row, sql } from '../../../../shared/store/db/database.ts'
import { bankEntry } from '../../../camt053/messages.ts'
import { firstOf, get, post } from '../../../support/client.ts'
import { chf, credit, debit, INVOICES, invoice } from '../../../support/requests/examples.ts'
import { newKmuCustomer } from '../../../support/requests/kmu-chart.ts'
import { service } from '../../../support/service.ts'
import { there } from '../../../support/there.ts'
import { bookedVoucher } from '../../open-items/items-of-customer.ts'
import { booksToSettle } from '../../settlement/books-to-settle.ts'
import { type List, type Page, pageOf, pathOf } from './lists.ts'

describe('the cursor of a list of open items', () => {
  const { customer, invoiced, received, allocate } = booksToSettle()
  const list = (more: Partial<List> = {}): List => ({
    customer: customer(),
    side: 'receivables',
    date: '2026-04-10',
    ...more,
  })
  const invoiceOf = async (name: string, amount: number, reference?: string) =>
    (await invoiced(amount, { customer: { name, customer_external_reference: reference ?? `No. ${name}` } })).id
  const paidInCash = (document_id: string, amount: number, business_date = '2026-03-20') => {
    const open_item = { document_id, purpose: 'payment' }
    const lines = [debit('1000', amount), credit('1100', amount, { open_item })]
    return bookedVoucher(customer(), lines, {}, { business_date })
  }
  const amountsOf = ({ items }: Page) => items.map(({ open_amount }) => open_amount.amount_minor)
  /** As in books from before such a day was refused. */
  const moveCredit = (payment_id: string, first_day: string) =>
    service().owner.query(sql.type(row())`
      update open_item_spans set first_day = ${first_day}
      where closed_on is null and end_customer_id = ${customer()} and open_item_id in (
        select open_item_id from open_items where payment_id = ${uuidOf('payment', payment_id)}
      )
    `)
  async function refusedAt(list: List, cursor: string) {
    const { status, body } = await get(`${pathOf(list)}&limit=1&starting_after=${cursor}`)
    const [detail] =
      (body as { error?: { details: { code: string; pointer: string; message: string }[] } }).error?.details ?? []
    expect([status, detail?.pointer]).to.deep.equal([400, '/starting_after'])
    return detail?.code
  }

  it('is that of the item where a payment stands in the list twice', async () => {
    const [a, b] = [await invoiceOf('A', 9_000), await invoiceOf('B', 9_000)]
    const payment = await received(bankEntry({ amount: '150.00' }))
    const { body } = await allocate(payment.id, [[a, 6_000]], { posting_date: '2026-04-01' })
    const request = { end_customer_id: customer(), reason: 'x', posting_date: '2026-04-20' }
    await post(`/v1/allocations/${body.id}/reverse`, request, { wait: 20 })
    await allocate(payment.id, [[b, 4_000]], { posting_date: '2026-04-20' })
    await moveCredit(payment.id, '2026-04-05')
    const first = await pageOf(list(), 2)
    expect(first.items.map(({ id }) => id)).to.deep.equal([payment.id, a])
    const rest = await pageOf(list(), 2, first.next_cursor)
    expect(rest.items.map(({ id }) => id)).to.deep.equal([payment.id, b])
    expect(rest.next_cursor).to.equal(null)
    expect(amountsOf(first).concat(amountsOf(rest))).to.deep.equal([-9_000, 3_000, -11_000, 9_000])
    expect(await refusedAt(list(), payment.id)).to.equal('ambiguous_cursor')
    expect((await pageOf(list(), 2, a)).items).to.deep.equal(rest.items)
    const later = list({ date: '2026-04-30' })
    expect(amountsOf(await pageOf(later, 2, payment.id)), 'once alone').to.deep.equal([5_000])
    await moveCredit(payment.id, '2026-04-20')
  })

  it('holds its place when its item, or all of its partner, is closed by an entry of an earlier day', async () => {
    const ids = new Map<number, string>()
    for (const [name, amount] of [
      ['A', 1_000],
      ['B', 2_000],
      ['B', 3_000],
      ['C', 4_000],
    ] as const)
      ids.set(amount, await invoiceOf(name, amount))
    const next = async (limit: number, cursor: string | null = null) => pageOf(list(), limit, cursor)
    const [firstOfB = 0, secondOfB = 0] = amountsOf(await next(4)).slice(1)
    const { next_cursor } = await next(2)
    const shown = there(ids.get(firstOfB))
    await paidInCash(shown, firstOfB)
    expect(amountsOf(await next(4, next_cursor))).to.deep.equal([secondOfB, 4_000])
    expect(await refusedAt(list(), shown), 'by its id it is not known any more').to.equal('unknown_cursor')
    await paidInCash(there(ids.get(secondOfB)), secondOfB)
    expect(amountsOf(await next(4, next_cursor))).to.deep.equal([4_000])
    expect((await next(4, next_cursor)).partners.map(({ name }) => name)).to.deep.equal(['C'])
    await invoiceOf('A', 500)
    await invoiceOf('B', 700)
    expect(amountsOf(await next(4, next_cursor)), 'what comes before it is not shown')
      .to.include(4_000)
      .and.not.include(500)
    await paidInCash(there(ids.get(4_000)), 4_000)
    const last = await next(1, next_cursor)
    expect([last.has_more, last.next_cursor]).to.deep.equal([false, null])
  })

  it('loses nothing behind it when all of its partner is closed, and others stand before and behind', async () => {
    const ids: string[] = []
    for (const [name, amount] of [
      ['A', 1_000],
      ['A', 1_500],
      ['B', 2_000],
      ['C', 3_000],
      ['D', 4_000],
    ] as const)
      ids.push(await invoiceOf(name, amount))
    const { next_cursor } = await pageOf(list(), 3)
    await paidInCash(there(ids[2]), 2_000)
    const third = await pageOf(list(), 1, next_cursor)
    expect([amountsOf(third), third.has_more]).to.deep.equal([[3_000], true])
    expect(amountsOf(await pageOf(list(), 1, there(third.next_cursor)))).to.deep.equal([4_000])
  })

  it('is refused when a partner may have gone from one side of it to the other', async () => {
    for (const [name, amount] of [
      ['B', 1_000],
      ['D', 2_000],
      ['F', 3_000],
    ] as const)
      await invoiceOf(name, amount)
    const renamed = await invoiceOf('E', 4_000, 'No. 7')
    const behindB = there((await pageOf(list(), 1)).next_cursor)
    const behindD = there((await pageOf(list(), 2)).next_cursor)
    await invoiceOf('G', 500, 'No. 7')
    expect(amountsOf(await pageOf(list(), 9, behindB)), 'of another name, but in its place').to.have.length(4)
    const other = await invoiceOf('C', 600, 'No. 7')
    expect(amountsOf(await pageOf(list(), 9, behindB)), 'still behind B').to.have.length(5)
    expect(await refusedAt(list(), behindD)).to.equal('list_changed')
    const again = there((await pageOf(list(), 4)).next_cursor)
    expect(amountsOf(await pageOf(list(), 9, again))).to.have.length(2)
    for (const [id, amount] of [
      [other, 600],
      [renamed, 4_000],
    ] as const)
      await paidInCash(id, amount)
    // The partner of the cursor is G now.
    expect(await refusedAt(list(), again)).to.equal('list_changed')
  })

  it('is refused for another list, and where it was not given', async () => {
    const ids = [await invoiceOf('A', 1_000), await invoiceOf('B', 2_000)]
    const cursor = there((await pageOf(list(), 1)).next_cursor)
    expect(cursor).to.match(/^behind_[\w-]{64}$/)
    const others = [list({ date: '2026-04-11' }), list({ side: 'payables' })]
    for (const other of others) expect(await refusedAt(other, cursor)).to.equal('unknown_cursor')
    const theirs = await newKmuCustomer()
    const request = invoice(theirs, { payload: { gross_amount: chf(700), tax_lines: [] } })
    await post(INVOICES, request, { wait: 20 })
    expect(await refusedAt(list({ customer: theirs }), cursor)).to.equal('unknown_cursor')
    const changed = [...cursor].map(
      (letter, at) => cursor.slice(0, at) + (letter === 'x' ? 'y' : 'x') + cursor.slice(at + 1),
    )
    for (const text of [
      ...changed,
      cursor.slice(0, -1),
      `${cursor}A`,
      `${cursor}=`,
      'behind_',
      cursor.slice(7),
      `${ids[0]}x`,
    ])
      expect(await refusedAt(list(), encodeURIComponent(text)), text).to.equal('unknown_cursor')
  })

  it('tells nothing of others when it is forged', async () => {
    await invoiceOf('A', 1_000)
    await invoiceOf('B', 2_000)
    const uuid = async (of: string) => there(uuidOf('document', (await firstOf('documents', of)).id))
    const theirs = await newKmuCustomer()
    await post(INVOICES, invoice(theirs, { payload: { gross_amount: chf(700), tax_lines: [] } }), { wait: 20 })
    expect(await refusedAt(list(), (await firstOf('documents', theirs)).id)).to.equal('unknown_cursor')
    const [ours, foreign] = [await uuid(customer()), await uuid(theirs)]
    const query = { end_customer_id: customer(), side: 'receivables', date: '2026-04-10' } as const
    const forge = (open_item_id: string, known_by: string, seen_through = 2n) =>
      refusedAt(list(), writeCursor(query, { open_item_id, known_by, seen_through }))
    for (const ids of [
      [foreign, foreign],
      [ours, foreign],
      [foreign, ours],
    ] as const)
      expect(await forge(...ids)).to.equal('unknown_cursor')
    const at = async (seen_through: bigint) => {
      const place = { open_item_id: ours, known_by: ours, seen_through }
      return (await get(`${pathOf(list())}&starting_after=${writeCursor(query, place)}`)).status
    }
    for (const seen_through of [0n, -1n, 2n ** 63n - 1n]) expect(await at(seen_through)).to.equal(200)
    // Nobody looks behind 10,000 entries.
    expect(await forge(ours, ours, -10_000n)).to.equal('list_changed')
  })
})
