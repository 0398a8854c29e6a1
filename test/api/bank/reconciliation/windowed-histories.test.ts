import { expect } from 'chai'
import fc from 'fast-check'
import { chainOf } from '../../../../shared/accounting/bank/reconciliation/chain-of-balances.ts'
import type { ReconciledStatement } from '../../../../shared/accounting/bank/reconciliation/reconciliation.ts'
import { gapsIn, sequenceOf } from '../../../../shared/accounting/bank/reconciliation/statement-sequence.ts'
import { completed } from '../../../accounting/bank/completed.ts'
import { newEndCustomer } from '../../../support/requests/examples.ts'
import { importedBy } from '../imports-of.ts'
import { type DatedStatement, fileOf, reconciled } from './dated-statements.ts'
import { DAYS, dayOf, START, type WindowedHistory, windowedHistory } from './windowed-histories.ts'

/** Known are the true bookings, whichever bank statements they are in: they are the balance, each of them once. */
describe('the bank reconciliation of bank statements that are cut at any moment', () => {
  it('follows the balances without a gap, on every day', () => {
    fc.assert(fc.property(windowedHistory, expectChained), { seed: 71, numRuns: 1_000 })
  }).timeout(180_000)

  it('names every booking once and nothing else, on every day', async () => {
    await fc.assert(fc.asyncProperty(windowedHistory, expectReconciled), { seed: 72, numRuns: 6 })
  }).timeout(900_000)
})

function expectChained({ statements, bookings }: WindowedHistory): void {
  for (let day = 0; day < DAYS; day += 1) {
    const wanted = bookings.filter((one) => one.day <= day)
    const begun = statements.filter(({ period }) => period[0] <= dayOf(day))
    const all = begun.map((statement) => reconciledOn(dayOf(day), statement))
    const sequence = sequenceOf(all, new Set())
    const { chain, isOneOfSeveral } = completed(
      chainOf(sequence, sequence, moneysOf(sequence, begun, dayOf(day))),
    ).result
    const gaps = gapsIn({ chain, all, isOneOfSeveral })
    const counted = chain.flatMap(({ statement_id }) => begun.find(({ id }) => id === statement_id)?.bookings ?? [])
    const refs = new Set(counted.filter((one) => one.day <= dayOf(day)).map(({ ref }) => ref))
    expect(
      {
        opening: chain[0]?.opening_minor,
        closing: chain.at(-1)?.closing_minor,
        gaps,
        refs: [...refs].sort(),
      },
      `day ${day}`,
    ).to.deep.equal({
      opening: BigInt(START),
      closing: BigInt(START + sumOf(wanted)),
      gaps: [],
      refs: wanted.map(({ ref }) => ref).sort(),
    })
  }
}

async function expectReconciled({ statements, bookings, hasPeriods }: WindowedHistory): Promise<void> {
  const customer = await newEndCustomer()
  for (const statement of statements) {
    const file = fileOf(statement)
    const sent = hasPeriods ? file : file.replace(/<FrToDt>.*<\/FrToDt>/s, '')
    expect((await importedBy(customer, sent)).state).to.equal('imported')
  }
  for (let day = 0; day < DAYS; day += 1) {
    const wanted = bookings.filter((one) => one.day <= day)
    const { bank, unexplained, gaps, differences } = await reconciled(customer, dayOf(day))
    expect({ bank, unexplained, gaps, differences: differences.sort() }, `day ${day}`).to.deep.equal({
      bank: START + sumOf(wanted),
      unexplained: 0,
      gaps: [],
      differences: [`opening ${START}`, ...wanted.map(({ francs }) => `entry_unbooked ${francs}`)].sort(),
    })
  }
}

function reconciledOn(date: string, statement: DatedStatement): ReconciledStatement {
  const { id, number, period, balances, bookings } = statement
  const [opening_date, closing_date] = period
  const [opening, closing] = balances ?? [0, 0]
  const is_cut = closing_date > date
  return {
    keys: [id],
    bank_account: '',
    statement_id: id,
    sequences: [number === undefined ? null : BigInt(number)],
    opening_date,
    closing_date,
    opens: `${opening_date}T00:00:00`,
    closes: `${is_cut ? date : closing_date}T23:59:59`,
    is_cut,
    opening_minor: BigInt(opening),
    closing_minor: BigInt(closing),
    net_minor: BigInt(sumOf(bookings)),
  }
}

function moneysOf(sequence: readonly ReconciledStatement[], statements: readonly DatedStatement[], date: string) {
  const places = new Map(sequence.map(({ statement_id }, place) => [statement_id, place]))
  const all = statements.flatMap(({ id, bookings }) =>
    bookings.flatMap((one) => (places.has(id) && one.day <= date ? { ...one, place: places.get(id) ?? 0 } : [])),
  )
  return [...Map.groupBy(all, ({ ref }) => ref).values()].map((same) => ({
    places: same.map(({ place }) => place),
    net_minor: BigInt(same[0]?.francs ?? 0),
    credit_minor: BigInt(Math.max(0, same[0]?.francs ?? 0)),
    entry_count: 1,
    entry_id: null,
    root: null,
    is_repeat: false,
  }))
}

function sumOf(bookings: readonly { readonly francs: number }[]): number {
  return bookings.reduce((sum, { francs }) => sum + francs, 0)
}
