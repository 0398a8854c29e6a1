import { expect } from 'chai'
import { newKmuCustomer } from '../../../../support/requests/kmu-chart.ts'
import { cellsOf, fetchAs } from '../../../statements/books-to-show.ts'
import { importedBy } from '../../imports-of.ts'
import { messageOf, statementOf, stmtOf } from '../../statement-of.ts'
import { reconciled } from '../dated-statements.ts'

const TWENTY = { amount: '20.00', date: '2026-03-31' }

/** Five credits of 20.00 on three pages, each of which has the balances of the whole: 100.00 and 200.00. */
const WHOLE = { opening: '100', closing: '200', id: 'PG', sequence: 1, from: '2026-03-01', to: '2026-03-31' }
const PAGES = [
  [[TWENTY, TWENTY], { ...WHOLE, page: [1, false] }],
  [[TWENTY, TWENTY], { ...WHOLE, page: [2, false] }],
  [[TWENTY], { ...WHOLE, page: [3, true] }],
] as const
const page = (number: 1 | 2 | 3, bookings: readonly (typeof TWENTY)[] = PAGES[number - 1]?.[0] ?? []) =>
  statementOf(bookings, PAGES[number - 1]?.[1])
/** Of pages 1 and 2 the last one: 80.00 have come by then, or 60.00, and not 100.00. */
const WRONG_THIRD = page(3, [{ ...TWENTY, amount: '10.00' }])
const WRONG_SECOND = page(2, [{ ...TWENTY, amount: '10.00' }])
const FIRST_AND_THIRD = messageOf(stmtOf(...PAGES[0]), stmtOf(...PAGES[2]))

describe('pages of a bank statement that are missing', () => {
  let customer: string
  beforeEach(async () => {
    customer = await newKmuCustomer()
  })
  const send = async (...files: readonly string[]) => {
    const states: unknown[] = []
    for (const file of files) states.push((await importedBy(customer, file)).state)
    return states
  }
  const OPENING = 'opening 100'

  for (const [name, files, missing, francs, states] of [
    ['the second one', [page(1), page(3)], '2', 40, ['imported', 'imported']],
    ['the second one of a message', [FIRST_AND_THIRD], '2', 40, ['imported']],
    ['the first ones', [page(3)], '1–2', 80, ['imported']],
    ['the last ones', [page(1)], 'from 2 on', 60, ['imported']],
    [
      'a last one that was rejected',
      [page(1), page(2), WRONG_THIRD],
      'from 3 on',
      20,
      ['imported', 'imported', 'rejected'],
    ],
    ['one that was rejected', [page(1), page(3), WRONG_SECOND], '2', 40, ['imported', 'imported', 'rejected']],
  ] as const)
    it(`are named, and nothing is explained: ${name}`, async () => {
      expect(await send(...files)).to.deep.equal(states)
      const { body, bank, gaps, differences, unexplained } = await reconciled(customer, '2026-03-31')
      expect([body.is_explained, bank, unexplained, gaps]).to.deep.equal([false, 200, 0, [`missing_page ${francs}`]])
      const booked = Array.from({ length: (100 - francs) / 20 }, () => 'entry_unbooked 20')
      expect(differences).to.deep.equal([OPENING, `missing_page ${francs}`, ...booked])
      const english = await reconciled(customer, '2026-03-31&locale=en')
      expect(english.body.gaps[0]).to.deep.include({
        after_statement_id: 'PG',
        before_statement_id: 'PG',
        text: `Pages of statement PG are not imported: ${missing}. They have not come, or their import was rejected.`,
      })
    })

  it('are no gap any more when they come, and CSV and the page have said so', async () => {
    await send(page(1), page(3))
    const path = `/v1/statements/bank-reconciliation?end_customer_id=${customer}&bank_account=1020&date=2026-03-31`
    const csv = cellsOf(await (await fetchAs(path, 'text/csv')).text())
    expect(csv.filter(([kind]) => kind === 'Seite des Auszugs fehlt').map((cells) => cells.slice(0, 4))).to.deep.equal([
      ['Seite des Auszugs fehlt', '2026-03-31', 'PG', '40.00'],
      [
        'Seite des Auszugs fehlt',
        '2026-03-31',
        'Seiten des Auszugs PG sind nicht importiert: 2. Sie sind nicht gekommen, oder ihr Import wurde abgewiesen.',
        '40.00',
      ],
    ])
    const inItalian = await (await fetchAs(path.concat('&locale=it'), 'text/html')).text()
    expect(inItalian).to.contain('Pagina dell').and.to.contain('non sono importate: 2.')
    await send(page(2))
    const { body, gaps, differences } = await reconciled(customer, '2026-03-31')
    const five = Array.from({ length: 5 }, () => 'entry_unbooked 20')
    expect([body.is_explained, gaps, differences]).to.deep.equal([true, [], [OPENING, ...five]])
  })

  it('are no gap where the bank has sent the same days in one piece', async () => {
    await send(
      page(1),
      page(3),
      statementOf(
        Array.from({ length: 5 }, () => TWENTY),
        WHOLE,
      ),
    )
    const { bank, gaps } = await reconciled(customer, '2026-03-31')
    expect([bank, gaps.includes('missing_page 40')]).to.deep.equal([200, false])
  })

  it('are named where only they have the balance at the end', async () => {
    const before = statementOf([TWENTY], { opening: '80', closing: '100', id: 'B', sequence: 0 })
    const first = statementOf([TWENTY], { opening: '100', id: 'PG', sequence: 1, page: [1, false] })
    await send(before, first)
    const { body, gaps } = await reconciled(customer, '2026-03-31')
    expect([body.is_explained, gaps]).to.deep.equal([false, ['missing_page 0']])
  })
})
