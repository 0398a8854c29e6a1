import { expect } from 'chai'
import fc from 'fast-check'
import { shareOf } from '../../../../shared/accounting/amounts/share-of.ts'
import type {
  Consideration,
  NotDue,
  TaxAmounts,
  TaxSnapshot,
} from '../../../../shared/accounting/documents/tax-record.ts'
import { correctionOfReversal } from '../../../../shared/accounting/vat/consideration/correction-of-reversal.ts'
import { transferTaxOfItem } from '../../../../shared/accounting/vat/consideration/transfer-of-item.ts'
import { considerationOf } from '../../../../shared/accounting/vat/consideration/transfers-of-record.ts'
import { settleTaxOfItem } from '../../../../shared/accounting/vat/tax-of-item.ts'
import { AMOUNT, itemOf, type Move, OPENED, recordOf, sumOf } from './moves-of-item.ts'

/** The days of three changes, and days before, between and behind them. */
const CHANGES = ['2026-01-01', '2027-01-01', '2028-01-01'] as const
const DAYS = [
  '2025-12-10',
  '2025-12-31',
  '2026-01-01',
  '2026-05-05',
  '2026-12-31',
  '2027-01-01',
  '2027-06-06',
  '2028-02-02',
] as const

describe('tax of an open item over changes of consideration', () => {
  it('is declared, extinguished or not yet due, on each day and nothing of it twice, over any history', () => {
    fc.assert(fc.property(history, holds), { seed: 7, numRuns: 1_000 })
  })
})

const step = fc.oneof(
  { weight: 3, arbitrary: fc.record({ kind: fc.constantFrom('declared', 'extinguished'), part: part(), day: day() }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('reversed'), part: part(), day: day() }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('changed'), part: part(), day: day() }) },
)
const history = fc.record({
  first: fc.constantFrom<Consideration>('agreed', 'received'),
  tax: fc.array(fc.record({ base_minor: fc.bigInt(-90_000n, 90_000n), tax_minor: fc.bigInt(-9_000n, 9_000n) }), {
    minLength: 1,
    maxLength: 3,
  }),
  steps: fc.array(step, { maxLength: 14 }),
})

function part() {
  return fc.bigInt(1n, 1_000n)
}

function day() {
  return fc.constantFrom(...DAYS)
}

type History = { first: Consideration; tax: TaxAmounts[]; steps: { kind: string; part: bigint; day: string }[] }

function holds({ first, tax, steps }: History): void {
  const whole = tax.map((amounts, line_number) => recordOf(first, amounts, line_number))
  const moves: Move[] = []
  const standing: Move[] = []
  let changes = 0
  const close = (kind: 'declared' | 'extinguished', amount_minor: bigint, on_date: string) => {
    const closed = { kind, amount_minor, paid_base_minor: null, day: on_date }
    const move = { day: on_date, amount_minor, records: settleTaxOfItem(itemOf(whole, moves), closed).tax_due }
    moves.push(move)
    standing.push(move)
  }
  for (const { kind, part: share, day: on_date } of steps) {
    const { closed_minor } = itemOf(whole, moves)
    if (kind === 'changed' && changes < CHANGES.length) transfer(first, changes++, whole, moves)
    else if (kind === 'reversed')
      reverse(standing.splice(Number(share) % (standing.length || 1), 1), on_date, whole, moves)
    else if (kind !== 'changed') close(kind as 'declared', ((AMOUNT - closed_minor) * share) / 1_000n, on_date)
    expectWhole(whole, moves)
    expectEachDay(whole, moves)
  }
  close('declared', AMOUNT - itemOf(whole, moves).closed_minor, '2028-12-12')
  expectWhole(whole, moves)
  expectNothingLeft(whole, moves)
  for (const move of standing) reverse([move], '2028-12-31', whole, moves)
  const opened = { closed_minor: 0n, on_date: OPENED, entry_number: -1n, is_opening: true }
  const undone = itemOf(whole, moves).not_due.flatMap((one) =>
    correctionOfReversal(one, itemOf(whole, moves), [], opened),
  )
  const records = [...moves.flatMap((move) => move.records), ...undone]
  expect(sumOf(records, 'declared') + sumOf(records, 'extinguished'), 'of a document that is reversed').to.equal(0n)
}

/** The items are looked at after the day, so parts from it on are closed already. */
function transfer(first: Consideration, change: number, whole: readonly NotDue[], moves: Move[]): void {
  const isBack = change % 2 === 1
  const other = first === 'agreed' ? 'received' : 'agreed'
  const on = CHANGES[change] ?? ''
  const later = moves
    .filter((move) => move.day >= on && move.amount_minor !== 0n)
    .sort((a, b) => (a.day < b.day ? -1 : 1))
    .map(({ day: on_date, amount_minor }) => ({ on_date, amount_minor }))
  const records = transferTaxOfItem(itemOf(whole, moves, true), later, isBack ? first : other, on)
  moves.push({ day: on, amount_minor: 0n, records })
}

/** It counts on its day, or with a later transfer. Nothing is reversed before it was. */
function reverse([reversed]: Move[], wanted: string, whole: readonly NotDue[], moves: Move[]): void {
  if (!reversed) return
  const on_date = wanted < reversed.day ? reversed.day : wanted
  const counted = ({ tax_date, ...record }: TaxSnapshot) => ({
    ...record,
    ...(tax_date !== undefined && tax_date > on_date && { tax_date }),
  })
  const mirrored = reversed.records.map((record) => ({
    ...record,
    base_minor: -record.base_minor,
    tax_minor: -record.tax_minor,
  }))
  const item = itemOf(whole, moves)
  const after = { ...item, closed_minor: item.closed_minor - reversed.amount_minor }
  const left = item.not_due.flatMap((one) => {
    const its = mirrored.filter(({ declares }) => declares?.line_number === one.line.line_number)
    const entry_number = BigInt(moves.indexOf(reversed))
    const closed_minor = reversed.amount_minor
    return correctionOfReversal(one, after, its, {
      closed_minor,
      on_date: reversed.day,
      entry_number,
      is_opening: false,
    })
  })
  const records = [...mirrored, ...left].map(counted)
  moves.push({ day: on_date, amount_minor: -reversed.amount_minor, records })
}

/** Under received consideration the share of what is closed is settled, under agreed all of it. */
function expectWhole(whole: readonly NotDue[], moves: readonly Move[]): void {
  const { not_due, closed_minor } = itemOf(whole, moves, true)
  for (const { record, settled, is_due = false, ...rest } of not_due) {
    const isAgreed = considerationOf({ record, settled, is_due, ...rest }) === 'agreed'
    const share = isAgreed ? record.tax_minor : shareOf(record.tax_minor, closed_minor, AMOUNT)
    expect(Number(settled.tax_minor - share), 'a Rappen for each part').to.be.within(-moves.length, moves.length)
    if (isAgreed || closed_minor === 0n || closed_minor === AMOUNT) expect(settled.tax_minor).to.equal(share)
  }
}

/** By the end of each day is declared what the consideration of then asks for. */
function expectEachDay(whole: readonly NotDue[], moves: readonly Move[]): void {
  for (const one of itemOf(whole, moves, true).not_due)
    for (const day of DAYS) {
      const closed_minor = moves.reduce((sum, move) => (move.day <= day ? sum + move.amount_minor : sum), 0n)
      const isAgreed = considerationOf(one, day) === 'agreed'
      const wanted = isAgreed ? one.record.tax_minor : shareOf(one.record.tax_minor, closed_minor, AMOUNT)
      const records = moves.flatMap((move) =>
        move.records.filter(
          ({ declares, tax_date = move.day }) => declares?.line_number === one.line.line_number && tax_date <= day,
        ),
      )
      const found = records.reduce((sum, { tax_minor }) => sum + tax_minor, one.is_due ? one.record.tax_minor : 0n)
      expect(Number(found - wanted), `declared by ${day}`).to.be.within(-moves.length, moves.length)
    }
}

function expectNothingLeft(whole: readonly NotDue[], moves: readonly Move[]): void {
  for (const { record, settled } of itemOf(whole, moves, true).not_due)
    expect(settled.tax_minor).to.equal(record.tax_minor)
}
