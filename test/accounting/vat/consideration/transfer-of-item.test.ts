import { expect } from 'chai'
import fc from 'fast-check'
import { shareOf } from '../../../../shared/accounting/amounts/share-of.ts'
import type {
  Consideration,
  NotDue,
  TaxAmounts,
  TaxOfItem,
  TaxSnapshot,
} from '../../../../shared/accounting/documents/tax-record.ts'
import {
  considerationOf,
  correctionOfReversal,
  transferTaxOfItem,
} from '../../../../shared/accounting/vat/consideration/transfer-of-item.ts'
import { settleTaxOfItem } from '../../../../shared/accounting/vat/tax-of-item.ts'

const AMOUNT = 108_100n
const OPENED = '2025-12-01'
/** The days of two changes, and days before, between and behind them. */
const CHANGES = ['2026-01-01', '2027-01-01'] as const
const DAYS = ['2025-12-10', '2025-12-31', '2026-01-01', '2026-05-05', '2026-12-31', '2027-01-01', '2027-06-06'] as const

type Move = { day: string; amount_minor: bigint; records: readonly TaxSnapshot[] }

describe('tax of an open item over changes of consideration', () => {
  it('is declared, extinguished or not yet due, and nothing of it twice, over any history', () => {
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
  }
  close('declared', AMOUNT - itemOf(whole, moves).closed_minor, '2027-12-12')
  expectWhole(whole, moves)
  expectNothingLeft(whole, moves)
  for (const move of standing) reverse([move], '2027-12-31', whole, moves)
  const undone = itemOf(whole, moves).not_due.flatMap((one) =>
    correctionOfReversal(one, itemOf(whole, moves), [], true),
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

function reverse([reversed]: Move[], on_date: string, whole: readonly NotDue[], moves: Move[]): void {
  if (!reversed) return
  const mirrored = reversed.records.map(({ tax_date, ...record }) => ({
    ...record,
    ...(tax_date !== undefined && tax_date > on_date && { tax_date }),
    base_minor: -record.base_minor,
    tax_minor: -record.tax_minor,
  }))
  const item = itemOf(whole, moves)
  const after = { ...item, closed_minor: item.closed_minor - reversed.amount_minor }
  const left = item.not_due.flatMap((one) => {
    const its = mirrored.filter(({ declares }) => declares?.line_number === one.line.line_number)
    return correctionOfReversal(one, after, its, false)
  })
  moves.push({ day: on_date, amount_minor: -reversed.amount_minor, records: [...mirrored, ...left] })
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

function expectNothingLeft(whole: readonly NotDue[], moves: readonly Move[]): void {
  for (const { record, settled } of itemOf(whole, moves, true).not_due)
    expect(settled.tax_minor).to.equal(record.tax_minor)
}

function recordOf(first: Consideration, amounts: TaxAmounts, line_number: number): NotDue {
  const record: TaxSnapshot = {
    tax_code: 'X',
    direction: 'output',
    rate_bp: 810,
    form_figure: '303',
    supply_date: OPENED,
    currency: 'CHF',
    ...(first === 'received' && { kind: 'not_due' as const }),
    ...amounts,
  }
  const is_due = first === 'agreed'
  const settled = is_due ? amounts : { base_minor: 0n, tax_minor: 0n }
  return {
    record,
    line: { journal_entry_id: 'e', line_number },
    account_code: '2200',
    is_due,
    settled,
    settled_base: settled,
  }
}

/** The item as the lines that moved it say it, like the query that reads it. */
function itemOf(whole: readonly NotDue[], moves: readonly Move[], with_due = false): TaxOfItem {
  const found = whole.map((one) => {
    const records = moves.flatMap(({ records: its, day: on }) =>
      its.filter(({ declares }) => declares?.line_number === one.line.line_number).map((record) => ({ record, on })),
    )
    const settled = {
      base_minor: records.reduce((sum, { record }) => sum + record.base_minor, one.settled.base_minor),
      tax_minor: records.reduce((sum, { record }) => sum + record.tax_minor, one.settled.tax_minor),
    }
    const last = records.findLast(({ record }) => record.consideration)
    const transferred = last?.record.consideration && {
      to: last.record.consideration,
      on: last.record.tax_date ?? last.on,
    }
    return { ...one, settled, settled_base: settled, ...(transferred && { transferred }) }
  })
  const closed_minor = moves.reduce((sum, { amount_minor }) => sum + amount_minor, 0n)
  // Tax that was due with its document is there once it was transferred, or for a transfer.
  const not_due = found.filter(({ is_due, ...one }) => with_due || !is_due || 'transferred' in one)
  return { amount_minor: AMOUNT, closed_minor, not_due }
}

function sumOf(records: readonly TaxSnapshot[], kind: string): bigint {
  return records.filter((record) => record.kind === kind).reduce((sum, { tax_minor }) => sum + tax_minor, 0n)
}
