import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { todayInSwitzerland } from '../../shared/process/clock.ts'
import { bankDayBooks } from './bank-day/books.ts'
import { PROJECT } from './pages.ts'

const AGREED = { bank: 724_170, ledger: 724_170, differences: [], is_explained: true }
const PAGE = 'docs/api/bank/a-day-at-the-bank.md'

/** The lines of the tables of entries, by what they book. */
function bookedBy(page: string): Record<string, string> {
  const rows = [...page.matchAll(/^\| ([^|]+) \| (\d{4} [^|]+) \|$/gm)]
  return Object.fromEntries(rows.map(([, what = '', lines = '']) => [what, lines]))
}

describe('the day at the bank', () => {
  const day = todayInSwitzerland()
  const books = bankDayBooks(day)

  it('books what its page says', async () => {
    const page = readFileSync(join(PROJECT, PAGE), 'utf8')
    const wanted = bookedBy(page)
    expect(Object.keys(wanted)).to.have.length(10)
    const { alpha, beta, gamma, holz, papier } = await books.documents()
    const order = await books.order()
    expect(order.payments.map(({ amount }) => amount.amount_minor)).to.deep.equal([105_938, 32_430])
    await books.switchRulesOn()
    await books.statement(order)
    await books.notification()
    const booked = {
      Holz: await books.settled(holz, 105_938, 2_162),
      Papier: await books.settled(papier, 32_430),
      Alpha: await books.allocated(alpha, 105_938, 2_162),
      Beta: await books.allocated(beta, 54_050),
      Gamma: await books.allocated(gamma, 21_620),
      somebody: await books.parked(),
      charges: await books.bookedEntry(1_200),
      cards: await books.bookedEntry(99_700),
      'Papier, back': await books.givenBack(32_430),
    }
    expect(await books.reconciled()).to.deep.equal(AGREED)
    expect(await books.statesOf(order.id)).to.deep.equal(['paid', 'withdrawn'])
    expect(page).to.include('7,241.70 at the bank and in the ledger')
    const all = { ...booked, 'the advance': await books.takenUp() }
    expect(all).to.deep.equal(wanted)
    expect(await books.reconciled()).to.deep.equal(AGREED)
  })
})
