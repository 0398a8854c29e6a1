import { expect } from 'chai'
import { get, post } from '../../../support/client.ts'
import { newKmuCustomer } from '../../../support/requests/kmu-chart.ts'
import { there } from '../../../support/there.ts'
import { fetchAs } from '../../statements/books-to-show.ts'
import { entriesOf, importedBy } from '../imports-of.ts'
import { datedIn, fileOf, reconciled } from './dated-statements.ts'

const statement = datedIn('2026-03')
const PATH = '/v1/statements/bank-reconciliation'

describe('possible repeats are listed in the bank reconciliation', () => {
  let customer: string
  beforeEach(async () => {
    customer = await newKmuCustomer()
  })
  const listed = async (date = '2026-03-31') => {
    const { bank, differences, body } = await reconciled(customer, date)
    const repeats = body.possible_repeats.map(({ date: day, amount, is_in_bank_balance }) => {
      return [day, amount.amount_minor / 100, is_in_bank_balance]
    })
    return { bank, differences, repeats, is_explained: body.is_explained, body }
  }
  const decide = async (decision: string) => {
    const { id } = there((await entriesOf(customer, '&possible_repeat=true'))[0])
    await post(`/v1/camt-053/entries/${id}/repeat-review`, { end_customer_id: customer, decision, reason: 'Beleg' })
  }
  const importAll = async (...files: readonly string[]) => {
    for (const file of files) await importedBy(customer, file)
  }

  it('where the balances have the money once: it is no difference, and the reconciliation is not explained', async () => {
    // 0.00 + 20.00 = 20.00; a file without balances has the 20.00 of the 5th once more.
    const known = statement('A', [1, 31], [0, 20], [5, 20])
    await importAll(fileOf(known), fileOf({ ...known, id: 'B', balances: null, period: ['2026-03-05', '2026-03-06'] }))
    const { body, ...undecided } = await listed()
    expect(undecided).to.deep.equal({
      bank: 20,
      differences: ['entry_unbooked 20'],
      repeats: [['2026-03-05', 20, false]],
      is_explained: false,
    })
    const [original, possible] = await entriesOf(customer)
    const { entry_id, repeat_of_entry_id, bank_account } = there(body.possible_repeats[0])
    expect([entry_id, repeat_of_entry_id]).to.deep.equal([possible?.id, original?.id])
    expect(bank_account).to.equal(possible?.account)
    expect(body.unexplained.amount_minor).to.equal(0)
    expect((await listed('2026-03-04')).repeats).to.deep.equal([])
    await decide('repeat')
    expect(await listed()).to.deep.include({ bank: 20, repeats: [], is_explained: true })
  })

  it('where the balances have it a second time: it is a difference too, with the sign of the bank', async () => {
    // Both of the 5th, without numbers: 100.00 − 20.00 = 80.00, and 80.00 − 20.00 = 60.00.
    const day = (id: string, opening: number) => fileOf(statement(id, [5, 5], [opening, opening - 20], [5, -20]))
    await importAll(day('A', 100), day('B', 80))
    const { body, ...undecided } = await listed()
    expect(undecided).to.deep.equal({
      bank: 60,
      differences: ['opening 100', 'entry_unbooked -20', 'possible_repeat -20'],
      repeats: [['2026-03-05', -20, true]],
      is_explained: false,
    })
    expect(body.possible_repeats.map(({ entry_id }) => entry_id)).to.deep.equal([there(body.differences[2]).entry_id])
    await decide('new')
    expect(await listed()).to.deep.include({ bank: 60, repeats: [], is_explained: true })
  })

  it('where the first bank statement may have it in its opening balance, which is that of the bank statement alone', async () => {
    // A file without balances has 20.00 of the 2nd. Then 120.00 + 20.00 = 140.00, without a word whether it is the same.
    const known = statement('B', [2, 5], [120, 140], [2, 20])
    await importAll(fileOf({ ...known, id: 'A', balances: null, period: ['2026-03-02', '2026-03-02'] }), fileOf(known))
    const { body, ...undecided } = await listed()
    expect(undecided).to.deep.equal({
      bank: 140,
      differences: ['opening 120', 'entry_unbooked 20'],
      repeats: [['2026-03-02', 20, false]],
      is_explained: false,
    })
    expect(there(body.differences[0]).date).to.equal('2026-03-02')
  })

  it('in the CSV and on the page, with the word whether it counts', async () => {
    const known = statement('A', [1, 31], [0, 20], [5, 20])
    await importAll(fileOf(known), fileOf({ ...known, id: 'B', balances: null, period: ['2026-03-05', '2026-03-06'] }))
    const { id } = there((await entriesOf(customer, '&possible_repeat=true'))[0])
    const path = `${PATH}?end_customer_id=${customer}&bank_account=1020&date=2026-03-31&locale=de`
    const csv = (await (await fetchAs(path, 'text/csv')).text()).split('\r\n')
    const words = 'Mögliche Wiederholung, nicht entschieden, im Banksaldo nicht zusätzlich enthalten'
    const line = there(csv.findLast((text) => text.includes(id)))
    expect(line).to.contain(words).and.to.contain('2026-03-05').and.to.contain('20.00')
    const page = await (await fetchAs(path, 'text/html')).text()
    const note = `CH9300762011623852957, 05.03.2026, CHF 20.00, ${id}`
    expect(page).to.match(new RegExp(`${words}: <a href="[^"]+/${id}\\?locale=de">${note}</a>`))
    expect((await get(path as typeof PATH)).body.is_explained).to.equal(false)
  })
})
