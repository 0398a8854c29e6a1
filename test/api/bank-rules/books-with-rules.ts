import { expect } from 'chai'
import { bankEntry } from '../../camt053/messages.ts'
import { linesOf, quietly } from '../../support/books.ts'
import { get, itemsOf, post } from '../../support/client.ts'
import { there } from '../../support/there.ts'
import { booksToSettle } from '../settlement/books-to-settle.ts'
import { RULES } from './rule-requests.ts'

/** Books of a new end customer for each test, with rules that propose and book. */
export function booksWithRules() {
  const books = booksToSettle()
  const { customer, paid } = books

  /** Imports bank entries, and waits until everything that follows has happened. */
  const imported = async (...bankEntries: Parameters<typeof bankEntry>[0][]) => {
    const before = await itemsOf('camt-053/entries', customer())
    await paid(...bankEntries.map((one) => bankEntry({ direction: 'DBIT', text: 'Spesen', ...one })))
    await quietly(customer())
    return (await itemsOf('camt-053/entries', customer())).slice(before.length)
  }
  const proposals = () => itemsOf('settlement-candidates', customer(), '&target_type=rule')
  const accept = (candidate_id: string, idempotencyKey?: string) =>
    post(
      `/v1/settlement-candidates/${candidate_id}/accept`,
      { end_customer_id: customer() },
      { wait: 10, ...(idempotencyKey && { idempotencyKey }) },
    )
  const trial = async (rule_id: string, more = '') => {
    const { status, body } = await get(
      `${RULES}/${rule_id}/trial?end_customer_id=${customer()}${more}` as '/v1/bank-rules/:rule_id/trial',
    )
    expect(status).to.equal(200)
    return body
  }
  const entry = async (entry_id: string) => (await get(`/v1/camt-053/entries/${entry_id}`)).body
  /** The lines of the one voucher that books a bank entry. */
  const bookedLines = async (entry_id: string) => {
    const { uses } = await entry(entry_id)
    expect(uses.map(({ used_by, state }) => [used_by, state])).to.deep.equal([['voucher', 'posted']])
    return linesOf(there(uses[0]).journal_entry_id)
  }
  const vouchers = () => itemsOf('source-facts', customer(), '&fact_type=journal_voucher')
  return { ...books, imported, proposals, accept, trial, entry, bookedLines, vouchers }
}
