import { expect } from 'chai'
import { bankEntry, camt053Message } from '../../camt053/messages.ts'
import { findings } from '../../support/books.ts'
import { get, post } from '../../support/client.ts'
import { chf, credit, debit, VOUCHERS, voucher } from '../../support/requests/examples.ts'
import { newKmuCustomer } from '../../support/requests/kmu-chart.ts'
import { there } from '../../support/there.ts'
import { booksToSettle } from '../settlement/books-to-settle.ts'
import { entriesOf, importedBy } from './imports-of.ts'

describe('a bank entry with very many uses', () => {
  const { customer, list, paid } = booksToSettle()

  const usedByLines = async (count: number) => {
    await paid(bankEntry({ amount: `${count}.00` }))
    const entry = there((await list('camt-053/entries')).at(-1))
    const lines = [...Array.from({ length: count }, () => debit('1020', 100)), credit('6950', count * 100)]
    const request = voucher(customer(), { payload: { lines, bank_entries: [{ entry_id: entry.id }] } })
    const { body } = await post(VOUCHERS, request, { wait: 10 })
    expect(body.state, JSON.stringify(body.blockers)).to.equal('posted')
    return entry.id
  }

  it('shows the first hundred, wherever it is shown, and all of them page by page', async () => {
    const id = await usedByLines(103)
    const { body: one } = await get(`/v1/camt-053/entries/${id}`)
    for (const entry of [one, there((await list('camt-053/entries')).at(-1))]) {
      expect([entry.uses.length, entry.has_more_uses]).to.deep.equal([100, true])
      expect([entry.booking_state, entry.booked_amount.amount_minor]).to.deep.equal(['booked', 10_300])
    }
    const pages: (typeof one.uses)[] = []
    for (let more = true; more; ) {
      const after = pages.at(-1)?.at(-1)?.use_id
      const { body } = await get(`/v1/camt-053/entries/${id}/uses?limit=50${after ? `&starting_after=${after}` : ''}`)
      pages.push(body.data)
      more = body.has_more
    }
    expect(pages.map(({ length }) => length)).to.deep.equal([50, 50, 3])
    const all = pages.flat()
    expect(all.slice(0, 100)).to.deep.equal(one.uses)
    expect(new Set(all.map(({ line_number }) => line_number)).size).to.equal(103)
  })

  it('exactly a hundred are all; a cursor is the id of a use', async () => {
    const id = await usedByLines(100)
    const { body } = await get(`/v1/camt-053/entries/${id}`)
    expect([body.uses.length, body.has_more_uses]).to.deep.equal([100, false])
    const { status, body: refused } = await get(`/v1/camt-053/entries/${id}/uses?starting_after=x`)
    expect([status, refused.error.details[0]?.code]).to.deep.equal([400, 'unknown_cursor'])
  })
})

describe('the line of a voucher that uses a bank entry', () => {
  it('is counted without lines that are worth nothing in the base currency', async () => {
    const customer = await newKmuCustomer()
    const bankEntries = ['a', 'b'].map((text) => bankEntry({ amount: '100.00', text })).join('')
    await importedBy(customer, camt053Message({ bankEntries }))
    const entries = await entriesOf(customer)
    const line = (account_code: string, amount: number, currency = 'CHF') => ({
      account_code,
      [amount > 0 ? 'debit' : 'credit']: { ...chf(Math.abs(amount)), currency },
    })
    const lines = [
      line('1020', 10_000),
      line('1090', 1, 'KRW'),
      line('1020', 10_000),
      line('1090', -1, 'KRW'),
      line('6950', -20_000),
    ]
    const bank_entries = entries.map(({ id }) => ({ entry_id: id }))
    const payload = { lines, exchange_rate: '0.00065000', bank_entries }
    expect((await post(VOUCHERS, voucher(customer, { payload }), { wait: 10 })).body.state).to.equal('posted')
    const used = entries.map(async ({ id }) => (await get(`/v1/camt-053/entries/${id}`)).body.uses)
    const numbers = (await Promise.all(used)).flat().map(({ line_number }) => line_number)
    expect(numbers.sort()).to.deep.equal([1, 2])
    expect(await findings(customer)).to.deep.equal([])
  })
})
