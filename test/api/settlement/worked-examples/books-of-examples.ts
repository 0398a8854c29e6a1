import { expect } from 'chai'
import { bankEntry } from '../../../camt053/messages.ts'
import { get, post, put } from '../../../support/client.ts'
import { chf, taxLine, VOUCHERS, voucher } from '../../../support/requests/examples.ts'
import { there } from '../../../support/there.ts'
import { booksToSettle } from '../books-to-settle.ts'
import { movedBy, taxOf } from '../terms/balances.ts'

export const eur = (amount_minor: number) => ({ amount_minor, currency: 'EUR' })
export const off = (type: string, amount: number) => ({ deductions: [{ type, amount: chf(amount) }] })

/** Books with the documents that the worked examples begin with, and what comes of them. */
export function booksOfExamples() {
  const books = booksToSettle()
  const { customer, invoiced, owed, list, paid, openOf } = books
  const e1 = () => owed(10_810, { tax_lines: [taxLine('I81', 10_000, 810)] })
  const e2 = (net = 5_000, tax = 130) =>
    owed(net + tax, { tax_lines: [taxLine('M26', net, tax, { expense_category: 'material' })] })
  const c1 = () => invoiced(108_100, { tax_lines: [taxLine('V81', 100_000, 8_100)] })
  const lastEntry = async () => there((await list('camt-053/entries', '&limit=500')).at(-1))
  const debited = async (amount: string) => {
    await paid(bankEntry({ amount, direction: 'DBIT' }))
    return { evidence_sha256: (await lastEntry()).canonical_entry_hash }
  }
  const entryOf = async (fact: string | null) => (await get(`/v1/source-facts/${there(fact)}`)).body.journal_entry_id.id
  const booked = async (lines: object[], payload: object = {}) => {
    const { body } = await post(VOUCHERS, voucher(customer(), { payload: { lines, ...payload } }), { wait: 10 })
    expect(body.state, JSON.stringify(body.blockers)).to.equal('posted')
    return entryOf(body.id)
  }
  /** What entries move, and their tax records. */
  const came = async (expected: object, tax: readonly string[], ...entries: (string | null)[]) => {
    expect(await movedBy(...entries)).to.deep.equal(expected)
    expect((await Promise.all(entries.map(taxOf))).flat()).to.have.members(tax)
  }
  const owing = (payable: { id: string }) => openOf('supplier-payables', payable.id)
  const rates = (...all: [string, string][]) =>
    put('/v1/exchange-rates', {
      end_customer_id: customer(),
      rates: all.map(([rate_date, rate]) => ({ currency: 'EUR', rate_date, rate })),
    })
  return { ...books, e1, e2, c1, lastEntry, debited, entryOf, booked, came, owing, rates }
}
