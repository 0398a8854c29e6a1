import { expect } from 'chai'
import { addDays } from '../../../../shared/accounting/amounts/dates.ts'
import { todayInSwitzerland } from '../../../../shared/process/clock.ts'
import { bankEntry } from '../../../camt053/messages.ts'
import { get, post } from '../../../support/client.ts'
import { credit, debit, VOUCHERS, voucher } from '../../../support/requests/examples.ts'
import { there } from '../../../support/there.ts'
import { booksToOrder } from '../../orders/books-to-order.ts'

const date = todayInSwitzerland()
const AMOUNT = 108_100

/** A voucher without a bank entry, days before the debit of 1,081.00 that settles a bill; and whether it may be the same money. */
const CASES: readonly (readonly [name: string, days: number, amount: number, warns: boolean])[] = [
  ['of its amount the day before', 1, AMOUNT, true],
  ['of its amount five days before', 5, AMOUNT, true],
  ['of its amount six days before', 6, AMOUNT, false],
  ['of another amount', 1, AMOUNT - 5, false],
]

describe('a line at the bank that a voucher has booked without a bank entry', () => {
  const { customer, owedToHolz, invoiced, paid, list, settle, allocate } = booksToOrder()
  const moved = async (direction: 'CRDT' | 'DBIT') => {
    await paid(bankEntry({ amount: '1081.00', direction, date, text: 'Zahlung RE-2026-5' }))
    return there((await list('camt-053/entries')).at(-1))
  }
  const booked = async (lines: readonly object[], days: number) => {
    const request = voucher(customer(), { business_date: addDays(date, -days), payload: { lines } })
    const { body } = await post(VOUCHERS, request, { wait: 10 })
    expect(body.state, JSON.stringify(body.blockers)).to.equal('posted')
    return body
  }
  const proposed = async ({ id }: { id: string }) =>
    (await get(`/v1/camt-053/entries/${id}`)).body.link_proposals.map((one) => [one.journal_entry_id, one.line_number])
  const told = (warnings: readonly { code: string; message: string }[] | undefined) =>
    (warnings ?? []).flatMap(({ code, message }) => (code === 'equal_line' ? message : []))

  for (const [name, days, amount, warns] of CASES)
    it(`${warns ? 'is told and proposed' : 'says nothing'} beside the settlement of a bill: one ${name}`, async () => {
      const payable = await owedToHolz(AMOUNT, { document_number: 'RE-2026-5', document_date: date, due_date: date })
      const { id, journal_entry_id } = await booked([debit('6500', amount), credit('1020', amount)], days)
      const debited = await moved('DBIT')
      const [line] = await proposed(debited)
      expect(line ?? null).to.deep.equal(warns ? [journal_entry_id?.id, 2] : null)
      const more = { evidence_sha256: debited.canonical_entry_hash, settlement_date: date }
      const { status, body, text } = await settle(payable.id, AMOUNT, more)
      expect([status, body.state], text).to.deep.equal([201, 'posted'])
      expect(told(body.warnings).map((message) => message.includes(`${journal_entry_id?.id}`))).to.deep.equal(
        warns ? [true] : [],
      )
      expect(await proposed(debited)).to.deep.equal([])
      await post(`/v1/source-facts/${id}/reverse`, { end_customer_id: customer(), reason: 'doppelt' }, { wait: 10 })
      const [settlement] = await list(`supplier-payables/${payable.id}/settlements` as never)
      expect(told((settlement as unknown as typeof body).warnings)).to.deep.equal([])
    })

  it('says nothing in the other direction, nor once it is linked', async () => {
    await booked([debit('1020', AMOUNT), credit('3400', AMOUNT)], 1)
    const debited = await moved('DBIT')
    expect(await proposed(debited)).to.deep.equal([])
    const { journal_entry_id } = await booked([debit('6500', AMOUNT), credit('1020', AMOUNT)], 1)
    const link = { end_customer_id: customer(), journal_entry_id: journal_entry_id?.id, line_number: 2 }
    const { status, text } = await post(`/v1/camt-053/entries/${debited.id}/links`, {
      ...link,
      amount: { amount_minor: AMOUNT, currency: 'CHF' },
    })
    expect(status, text).to.equal(201)
    await paid(bankEntry({ amount: '1081.00', direction: 'DBIT', date, text: 'noch eine' }))
    expect(await proposed(there((await list('camt-053/entries')).at(-1)))).to.deep.equal([])
  })

  it('is told and proposed beside the allocation of a payment', async () => {
    const document = await invoiced(AMOUNT, { document_number: 'RE-2026-5', document_date: date, due_date: date })
    const { journal_entry_id } = await booked([debit('1020', AMOUNT), credit('3400', AMOUNT)], 1)
    const credited = await moved('CRDT')
    expect(await proposed(credited)).to.deep.equal([[journal_entry_id?.id, 1]])
    const { body } = await allocate(there((await list('payments'))[0]).id, [[document.id, AMOUNT]])
    expect(told(body.warnings).map((message) => message.includes(`${journal_entry_id?.id}`))).to.deep.equal([true])
  })
})
