import { expect } from 'chai'
import { firstOf } from '../../../support/client.ts'
import { credit, debit, taxLine } from '../../../support/requests/examples.ts'
import { records } from '../records.ts'
import { EFFECTIVE, NET_RATE, register } from '../register.ts'
import { booksOfReceived } from './books-of-received.ts'

const RECEIVED = { consideration: 'received' } as const
const OLD = { supply_period: { from: '2023-10-01', to: '2023-12-31' } }
const notDeclared = (code: string, net: number, tax: number, supply: object) => ({
  ...taxLine(code, net, tax, supply),
  declared: false,
})

/** An invoice of 15 January 2024 that another system has booked, taken over in 2026. */
function takenOver({ customer, booked }: ReturnType<typeof booksOfReceived>) {
  return async (amount: number, tax_lines: object[]) => {
    const item = { partner: { name: 'Kundin GmbH' }, document_date: '2024-01-15', tax_lines }
    const lines = [debit('1100', amount, { open_item: { new: item } }), credit('9100', amount)]
    const fact = await booked(lines, { business_date: '2026-01-01' }, { entry_type: 'opening' })
    if (fact.state !== 'posted') return { blockers: fact.blockers.map(({ code, pointer }) => [code, pointer]) }
    const { id } = await firstOf('documents', customer(), `&source_fact_id=${fact.id}`)
    const take = credit('1100', amount / 2, { open_item: { document_id: id, purpose: 'payment' } })
    const paid = await booked([debit('1000', amount / 2), take], { business_date: '2026-02-20' })
    expect(paid.state, JSON.stringify(paid.blockers)).to.equal('posted')
    return { blockers: [] }
  }
}

describe('tax lines of items that are taken over, supplied on days of their own', () => {
  const books = booksOfReceived({ ...EFFECTIVE, ...RECEIVED })
  const open = takenOver(books)

  it('have the rate of their day, and are declared in its line', async () => {
    const january = notDeclared('V81', 50_000, 4_050, { supply_date: '2024-01-10' })
    expect(await open(107_900, [notDeclared('V77', 50_000, 3_850, OLD), january])).to.deep.equal({ blockers: [] })
    expect((await books.figures('2026-Q1')).lines).to.deep.equal([
      ['200', 50_000, null],
      ['299', 50_000, null],
      ['302', 25_000, 1_925],
      ['303', 25_000, 2_025],
      ['399', null, 3_950],
      ['500', null, 3_950],
    ])
    const supplied = (await records(books.customer(), '&kind=declared')).data.map(({ tax_code, supply_date }) => [
      tax_code,
      supply_date,
    ])
    expect(supplied).to.deep.equal([
      ['V77', '2023-12-31'],
      ['V81', '2024-01-10'],
    ])
  })

  it('are refused where the rate is that of another day, or the day is said twice', async () => {
    const line = '/payload/lines/0/open_item/new/tax_lines/0'
    const late = notDeclared('V77', 50_000, 3_850, { supply_date: '2024-01-10' })
    expect(await open(53_850, [late])).to.deep.equal({
      blockers: [['tax_rate_not_valid_on_date', `${line}/tax_code`]],
    })
    const twice = notDeclared('V77', 50_000, 3_850, { supply_date: '2023-12-31', ...OLD })
    expect((await open(53_850, [twice])).blockers).to.deep.equal([['supply_period_wrong', `${line}/supply_period`]])
  })
})

describe('tax lines of items that are taken over at a net tax rate', () => {
  const books = booksOfReceived({ ...NET_RATE, ...RECEIVED })
  const open = takenOver(books)

  it('have the net rate of the day of their supply', async () => {
    const activities = [{ ...NET_RATE.activities[0], rate_bp: 590 }]
    const { status, body } = await register(books.customer(), '2024-01-01', { ...NET_RATE, ...RECEIVED, activities })
    expect(status, JSON.stringify(body)).to.equal(202)
    const january = notDeclared('V81', 50_000, 4_050, { supply_date: '2024-01-10' })
    expect(await open(107_900, [notDeclared('V77', 50_000, 3_850, OLD), january])).to.deep.equal({ blockers: [] })
    // 269.25 at 6.2 % are 16.69, and 270.25 at 5.9 % are 15.94.
    const { lines } = await books.figures('2026-H1')
    expect(lines.filter(([figure]) => figure === null)).to.have.deep.members([
      [null, 26_925, 1_669],
      [null, 27_025, 1_594],
    ])
  })
})
