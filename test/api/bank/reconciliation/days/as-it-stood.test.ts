import { expect } from 'chai'
import { itemsOf, post } from '../../../../support/client.ts'
import { chf, credit, debit, VOUCHERS, voucher } from '../../../../support/requests/examples.ts'
import { newKmuCustomer } from '../../../../support/requests/kmu-chart.ts'
import { there } from '../../../../support/there.ts'
import { cellsOf, fetchAs } from '../../../statements/books-to-show.ts'
import { importedBy } from '../../imports-of.ts'
import { datedIn, fileOf, reconciled } from '../dated-statements.ts'
import { bookAlone, linkTo } from './linked-vouchers.ts'

const march = datedIn('2026-03')
const on = (day: number) => `2026-03-${String(day).padStart(2, '0')}`

/** Bank entries of 100 on the 5th and of −40 on the 20th; figures are computed by hand. */
describe('the bank reconciliation of a past day', () => {
  let customer: string
  let received: string
  let paid: string
  beforeEach(async () => {
    customer = await newKmuCustomer()
    await importedBy(customer, fileOf(march('S', [1, 31], [0, 60], [5, 100], [20, -40])))
    const entries = await itemsOf('camt-053/entries', customer)
    const idOf = (amount: number) => there(entries.find((entry) => entry.amount.amount_minor === amount)).id
    received = idOf(10_000)
    paid = idOf(4_000)
  })

  const book = async (day: number | string, francs: number, entry_id = received) => {
    const minor = Math.abs(francs) * 100
    const lines =
      francs > 0 ? [debit('1020', minor), credit('6950', minor)] : [debit('6940', minor), credit('1020', minor)]
    const payload = { lines, bank_entries: [{ entry_id, amount: chf(minor) }] }
    const business_date = typeof day === 'string' ? day : on(day)
    const { body } = await post(VOUCHERS, voucher(customer, { business_date, payload }), { wait: 10 })
    expect(body.state, JSON.stringify(body.blockers)).to.equal('posted')
    return body
  }
  /** Nothing but a link uses a bank entry on a day before that of the reversal which gave it back. */
  const bookAgain = async (day: number, francs: number) => {
    const fact = await bookAlone(customer, on(day), francs)
    await linkTo(customer, received, fact, francs)
    return fact
  }
  const reverse = async (fact: { id: string }, posting_date: string) => {
    const request = { end_customer_id: customer, reason: 'Irrtum', posting_date }
    const path = `/v1/source-facts/${fact.id}/reverse` as '/v1/source-facts/:source_fact_id/reverse'
    const { status, body } = await post(path, request, { wait: 10 })
    expect([status, body.state], JSON.stringify(body)).to.deep.equal([202, 'reversed'])
  }
  const dismiss = (entry_id: string, reason: string) =>
    post(`/v1/camt-053/entries/${entry_id}/dismiss` as '/v1/camt-053/entries/:entry_id/dismiss', {
      end_customer_id: customer,
      reason,
    })
  /** Bank and ledger, and each difference with its day; nothing is left unexplained. */
  const standOf = async (day: number) => {
    const { body, bank, ledger, unexplained } = await reconciled(customer, on(day))
    expect(unexplained).to.equal(0)
    const differences = body.differences.map(
      ({ kind, date, amount }) => `${kind} ${date?.slice(8)}. ${amount.amount_minor / 100}`,
    )
    return [bank, ledger, ...differences]
  }
  const answersOf = async (...days: number[]) => {
    const answers = []
    for (const day of days) {
      const { ledger_position, ...body } = (await reconciled(customer, on(day))).body
      answers.push(body)
    }
    return answers
  }

  it('stays when a booking is reversed on a later day', async () => {
    const fact = await book(5, 100)
    const before = await answersOf(5, 7, 9)
    await reverse(fact, on(10))
    expect(await answersOf(5, 7, 9)).to.deep.equal(before)
    expect(await standOf(9)).to.deep.equal([100, 100])
    expect(await standOf(10)).to.deep.equal([100, 0, 'entry_unbooked 05. 100'])
    expect(await standOf(31)).to.deep.equal([60, 0, 'entry_unbooked 05. 100', 'entry_unbooked 20. -40'])
  })

  it('names what is booked twice until the reversal', async () => {
    await reverse(await book(5, 100), on(10))
    await bookAgain(5, 100)
    expect(await standOf(4)).to.deep.equal([0, 0])
    for (const day of [5, 7, 9]) expect(await standOf(day)).to.deep.equal([100, 200, 'entry_booked_beyond 10. -100'])
    expect(await standOf(10)).to.deep.equal([100, 100])
  })

  it('goes on naming that reversal when others follow', async () => {
    await reverse(await book(5, 100), on(10))
    const anew = await bookAgain(6, 100)
    const before = await answersOf(5, 7)
    await reverse(anew, on(8))
    expect(await answersOf(5, 7)).to.deep.equal(before)
    expect(await standOf(8)).to.deep.equal([100, 100])
    expect(await standOf(10)).to.deep.equal([100, 0, 'entry_unbooked 05. 100'])
  })

  it('is without what is booked on later days', async () => {
    await book(25, -40, paid)
    expect(await standOf(20)).to.deep.equal([60, 0, 'entry_unbooked 05. 100', 'entry_unbooked 20. -40'])
    expect(await standOf(25)).to.deep.equal([60, -40, 'entry_unbooked 05. 100'])
    await book(3, 70)
    expect(await standOf(3)).to.deep.equal([0, 70, 'line_without_entry 03. -70'])
    await book(8, 30)
    expect(await standOf(5)).to.deep.equal([100, 70, 'entry_partly_booked 05. 30'])
    expect(await standOf(8)).to.deep.equal([100, 100])
  })

  it('shows a dismissed rest beside what was booked later', async () => {
    const part = await book(8, 70)
    await dismiss(received, 'Rest der Bank')
    const before = await answersOf(5, 8)
    expect(await standOf(5)).to.deep.equal([100, 0, 'entry_unbooked 05. 70', 'entry_dismissed 05. 30'])
    expect(await standOf(8)).to.deep.equal([100, 70, 'entry_dismissed 05. 30'])
    await reverse(part, on(12))
    expect(await answersOf(5, 8)).to.deep.equal(before)
    expect(await standOf(12)).to.deep.equal([100, 0, 'entry_unbooked 05. 100'])
    await dismiss(received, 'doch ganz')
    expect(await answersOf(5, 8)).to.deep.equal(before)
    expect(await standOf(12)).to.deep.equal([100, 0, 'entry_dismissed 05. 100'])
  })

  it('names what was booked before the first bank statement', async () => {
    await book('2026-02-27', 100)
    expect(await standOf(4)).to.deep.equal([0, 100, 'opening 01. -100'])
    expect(await standOf(5)).to.deep.equal([100, 100, 'opening 01. -100', 'entry_booked_elsewhere 27. 100'])
  })

  it('counts a link from the day on which both of its sides are there, and not after it is taken back', async () => {
    const fact = await bookAlone(customer, on(3), 100)
    const before = await answersOf(3, 4)
    const [link] = (await linkTo(customer, received, fact, 100)).uses
    expect(await answersOf(3, 4)).to.deep.equal(before)
    expect(await standOf(4)).to.deep.equal([0, 100, 'line_without_entry 03. -100'])
    expect(await standOf(5)).to.deep.equal([100, 100])
    const undo =
      `/v1/camt-053/entries/${received}/links/${link?.id}/reverse` as '/v1/camt-053/entries/:entry_id/links/:link_id/reverse'
    expect((await post(undo, { end_customer_id: customer, reason: 'Irrtum' })).status).to.equal(201)
    expect(await standOf(5)).to.deep.equal([100, 100, 'entry_unbooked 05. 100', 'line_without_entry 03. -100'])
    await reverse(fact, on(9))
    expect(await standOf(8)).to.deep.equal([100, 100, 'entry_unbooked 05. 100', 'line_without_entry 03. -100'])
    expect(await standOf(9)).to.deep.equal([100, 0, 'entry_unbooked 05. 100'])
  })

  it('has bank entries that come with a later import', async () => {
    await book(5, 100)
    expect(await standOf(20)).to.deep.equal([60, 100, 'entry_unbooked 20. -40'])
    const april = datedIn('2026-04')
    await importedBy(customer, fileOf(april('A', [1, 30], [60, 90], [2, 30])))
    expect(await standOf(20)).to.deep.equal([60, 100, 'entry_unbooked 20. -40'])
    await importedBy(
      customer,
      fileOf({
        ...march('F', [1, 1], [0, 0]),
        period: ['2026-02-20', '2026-02-28'],
        balances: [7, 0],
        bookings: [{ day: '2026-02-25', francs: -7 }],
      }),
    )
    expect(await standOf(20)).to.deep.equal([
      60,
      100,
      'opening 20. 7',
      'entry_unbooked 25. -7',
      'entry_unbooked 20. -40',
    ])
  })

  it('names parts that are given back on different days', async () => {
    const first = await book(5, 60)
    const second = await book(6, 40)
    await reverse(second, on(10))
    await bookAgain(7, 30)
    await reverse(first, on(12))
    expect(await standOf(5)).to.deep.equal([100, 60, 'entry_partly_booked 05. 40'])
    expect(await standOf(6)).to.deep.equal([100, 100])
    for (const day of [7, 9]) expect(await standOf(day)).to.deep.equal([100, 130, 'entry_booked_beyond 10. -30'])
    expect(await standOf(10)).to.deep.equal([100, 90, 'entry_partly_booked 05. 10'])
    expect(await standOf(12)).to.deep.equal([100, 30, 'entry_partly_booked 05. 70'])
  })

  it('is printed with the reversal that ends what is booked twice', async () => {
    await reverse(await book(5, 100), on(10))
    await bookAgain(5, 100)
    const path = `/v1/statements/bank-reconciliation?end_customer_id=${customer}&bank_account=1020&date=${on(7)}&locale=en`
    const rows = cellsOf(await (await fetchAs(path, 'text/csv')).text())
    expect(rows.slice(1).map(([kind, date, , amount]) => [kind, date, amount])).to.deep.equal([
      ['Balance of the ledger', '', '200.00'],
      ['Booked beyond its amount until the reversal', on(10), '-100.00'],
      ['Balance of the bank', '', '100.00'],
    ])
    const page = await (await fetchAs(path, 'text/html')).text()
    expect(page).to.include('Booked beyond its amount until the reversal').and.to.include('10.03.2026')
  })
})
