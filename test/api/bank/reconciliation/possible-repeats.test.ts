import { expect } from 'chai'
import { itemsOf, post } from '../../../support/client.ts'
import { chf, credit, debit, VOUCHERS, voucher } from '../../../support/requests/examples.ts'
import { newKmuCustomer } from '../../../support/requests/kmu-chart.ts'
import { there } from '../../../support/there.ts'
import { entriesOf, importedBy } from '../imports-of.ts'
import { type DatedStatement, fileOf, reconciled } from './dated-statements.ts'

describe('possible repeats in the bank reconciliation', () => {
  let customer: string
  beforeEach(async () => {
    customer = await newKmuCustomer()
  })
  const statement = (
    [from, to]: readonly [number, number],
    balances: readonly [number, number],
    ...bookings: readonly (readonly [day: number, francs: number])[]
  ): DatedStatement => ({
    id: `S-${from}-${to}`,
    period: [dayOf(from), dayOf(to)],
    balances,
    bookings: bookings.map(([day, francs]) => ({ day: dayOf(day), francs })),
  })

  it('are one money where several may repeat one original, and no gap', async () => {
    const all = [
      statement([7, 10], [120, 100], [10, -20]),
      statement([6, 20], [100, 100], [6, 20], [10, -20]),
      statement([4, 16], [100, 100], [6, 20], [10, -20]),
      statement([1, 7], [100, 120], [6, 20]),
    ]
    for (const one of all) await importedBy(customer, fileOf(one))
    const { bank, unexplained, gaps, differences } = await reconciled(customer, dayOf(8))
    expect([bank, unexplained, gaps]).to.deep.equal([120, 0, []])
    expect(differences).to.deep.equal(['opening 100', 'entry_unbooked 20'])
  })

  it('give way to an original whose bank statement is left out', async () => {
    const all = [
      statement([6, 20], [70, 70], [6, -20], [8, 20]),
      statement([1, 10], [0, 70], [5, 50], [5, 20], [6, -20], [8, 20]),
      statement([1, 7], [0, 50], [5, 50], [5, 20], [6, -20]),
    ]
    for (const one of all) await importedBy(customer, fileOf(one))
    const [repeat] = await entriesOf(customer, '&possible_repeat=true')
    expect(there(repeat).repeat_of_entry_id).to.be.a('string')
    const shown = async () => {
      const { bank, unexplained, gaps, differences, body } = await reconciled(customer, dayOf(8))
      expect([bank, unexplained, gaps]).to.deep.equal([70, 0, []])
      expect(body.differences.filter(({ entry_id }) => entry_id === there(repeat).id)).to.deep.equal([])
      const listed = body.possible_repeats.map((one) => [one.entry_id, one.is_in_bank_balance])
      expect(listed).to.deep.equal([[there(repeat).id, false]])
      expect(body.is_explained).to.equal(false)
      return differences
    }
    const others = ['entry_unbooked 50', 'entry_unbooked 20', 'entry_unbooked -20']
    expect(await shown()).to.deep.equal([...others, 'entry_unbooked 20'])
    const entries = await itemsOf('camt-053/entries', customer)
    const original = there(entries.find(({ id }) => id === there(repeat).repeat_of_entry_id))
    const amount = Math.abs(original.amount.amount_minor)
    const payload = {
      lines: [debit('1020', amount), credit('6950', amount)],
      bank_entries: [{ entry_id: original.id, amount: chf(amount) }],
    }
    const request = voucher(customer, { business_date: original.booking_date ?? '', payload })
    expect((await post(VOUCHERS, request, { wait: 10 })).body.state).to.equal('posted')
    expect(await shown()).to.deep.equal(others)
  })
})

function dayOf(day: number): string {
  return `2025-01-${String(day).padStart(2, '0')}`
}
