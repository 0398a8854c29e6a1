import { expect } from 'chai'
import fc from 'fast-check'
import { taxOnNet } from '../../../shared/accounting/amounts/rounding.ts'
import { shareOf } from '../../../shared/accounting/amounts/share-of.ts'
import type { NotDue, TaxAmounts, TaxOfItem, TaxSnapshot } from '../../../shared/accounting/documents/tax-record.ts'
import { type ClosedPart, settleTaxOfItem } from '../../../shared/accounting/vat/tax-of-item.ts'

const NOTHING: TaxAmounts = { base_minor: 0n, tax_minor: 0n }

describe('the tax of an open item', () => {
  it('of a payment in a foreign currency is worth what its rate says, and the tax account follows', () => {
    const [sale] = documentOf({
      lines: [{ net: 100_000n, rate_bp: 810, direction: 'output' }],
      sign: 1n,
      permille: 950n,
    })
    const part = { kind: 'declared', amount_minor: 108_100n, paid_base_minor: 101_614n, day: '2026-04-20' } as const
    const { tax_due, differences, after } = settleTaxOfItem(itemOf([sale as NotDue], 108_100n, []), part)
    expect(tax_due.map(({ kind, base_minor, tax_minor }) => [kind, base_minor, tax_minor])).to.deep.equal([
      ['declared', 94_000n, 7_614n],
    ])
    expect(differences.map(({ account_code, base_minor }) => [account_code, base_minor])).to.deep.equal([['2200', 81n]])
    expect(after.not_due[0]?.settled_base).to.deep.equal({ base_minor: 95_000n, tax_minor: 7_695n })
  })

  it('over any history of payments, write-offs and reversals: declared, extinguished and not yet due are its tax', () => {
    fc.assert(fc.property(history, holds), { seed: 40, numRuns: 400 })
  })
})

type Line = { net: bigint; rate_bp: number; direction: 'output' | 'input_operating' | 'turnover_without_tax' }
type Document = {
  lines: readonly Line[]
  sign: 1n | -1n /** Francs for 1000 units; 1000 is francs themselves. */
  permille: bigint
}

const line: fc.Arbitrary<Line> = fc.record({
  net: fc.bigInt(1n, 10_000_000n),
  rate_bp: fc.constantFrom(0, 260, 380, 810),
  direction: fc.constantFrom('output', 'input_operating', 'turnover_without_tax'),
})

/** Parts in thousandths of what is open; a reversal takes one of the earlier ones. */
const history = fc.record({
  document: fc.record({
    lines: fc.array(line, { minLength: 1, maxLength: 3 }),
    sign: fc.constantFrom(1n, -1n),
    permille: fc.constantFrom(1_000n, 951n, 1_083n),
  }),
  steps: fc.array(
    fc.record({
      kind: fc.constantFrom('declared', 'extinguished', 'reversed'),
      part: fc.bigInt(1n, 1_000n),
      permille: fc.constantFrom(940n, 951n, 1_021n),
    }),
    { maxLength: 12 },
  ),
})
type Moved = { amount_minor: bigint; records: readonly TaxSnapshot[] }

function holds({
  document,
  steps,
}: {
  document: Document
  steps: readonly { kind: string; part: bigint; permille: bigint }[]
}) {
  const whole = documentOf(document)
  const amount = whole.reduce(
    (sum, { record }) => sum + inDocument(record).base_minor + inDocument(record).tax_minor,
    0n,
  )
  const standing: Moved[] = []
  const moves: Moved[] = []
  const close = (kind: ClosedPart['kind'], part: bigint, permille: bigint) => {
    const isForeign = document.permille !== 1_000n
    const paid_base_minor = isForeign && kind === 'declared' ? (part * permille) / 1_000n : null
    const closed = { kind, amount_minor: part, paid_base_minor, day: '2026-04-20' }
    const settled = settleTaxOfItem(itemOf(whole, amount, moves), closed)
    const records = [...settled.tax_due, ...settled.differences.flatMap(({ tax_due }) => tax_due)]
    expectOnAccounts(settled.differences)
    moves.push({ amount_minor: part, records })
    standing.push({ amount_minor: part, records })
    expect(itemOf(whole, amount, moves)).to.deep.equal(settled.after)
  }
  for (const { kind, part, permille } of steps) {
    const closed = moves.reduce((sum, { amount_minor }) => sum + amount_minor, 0n)
    if (kind !== 'reversed') close(kind as ClosedPart['kind'], ((amount - closed) * part) / 1_000n, permille)
    else if (standing.length > 0) {
      const [reversed] = standing.splice(Number(part) % standing.length, 1)
      if (reversed) moves.push({ amount_minor: -reversed.amount_minor, records: reversed.records.map(mirror) })
    }
    expectWhole(whole, moves, amount)
  }
  const closed = moves.reduce((sum, { amount_minor }) => sum + amount_minor, 0n)
  close('declared', amount - closed, 1_021n)
  expectWhole(whole, moves, amount)
}

/** Each line by itself, in the currency of the document and in francs; nothing is left of a closed item. */
function expectWhole(whole: readonly NotDue[], moves: readonly Moved[], amount: bigint): void {
  const closed = moves.reduce((sum, { amount_minor }) => sum + amount_minor, 0n)
  const { not_due } = itemOf(whole, amount, moves)
  for (const [index, { record }] of whole.entries()) {
    const records = moves.flatMap((move) => move.records).filter(({ declares }) => declares?.line_number === index)
    const sum = (kind: string, amounts: (record: TaxSnapshot) => TaxAmounts) =>
      records.filter((one) => one.kind === kind).reduce((total, one) => total + amounts(one).tax_minor, 0n)
    const settled = not_due[index]?.settled ?? NOTHING
    const settled_base = not_due[index]?.settled_base ?? NOTHING
    const left = inDocument(record).tax_minor - settled.tax_minor
    const inFrancs = (one: TaxSnapshot) => one
    expect(sum('declared', inDocument) + sum('extinguished', inDocument) + left).to.equal(inDocument(record).tax_minor)
    const notDue =
      record.tax_minor + sum('not_due', inFrancs) - sum('declared', inFrancs) - sum('extinguished', inFrancs)
    expect(notDue, 'francs').to.equal(record.tax_minor - settled_base.tax_minor)
    if (closed === amount) expect([left, notDue]).to.deep.equal([0n, 0n])
    if (closed === 0n) expect([left, notDue]).to.deep.equal([inDocument(record).tax_minor, record.tax_minor])
  }
}

function expectOnAccounts(differences: readonly { base_minor: bigint; tax_due: readonly TaxSnapshot[] }[]): void {
  for (const { base_minor, tax_due } of differences) {
    const [record] = tax_due
    expect(base_minor).to.equal(record?.direction === 'output' ? -record.tax_minor : record?.tax_minor)
  }
}

function documentOf({ lines, sign, permille }: Document): NotDue[] {
  return lines.map(({ net, rate_bp, direction }, line_number) => {
    const rate = direction === 'turnover_without_tax' ? 0 : rate_bp
    const own = { base_minor: sign * net, tax_minor: sign * taxOnNet(net, BigInt(rate)) }
    const inFrancs = {
      base_minor: shareOf(own.base_minor, permille, 1_000n),
      tax_minor: shareOf(own.tax_minor, permille, 1_000n),
    }
    const record: TaxSnapshot = {
      tax_code: 'X',
      direction,
      rate_bp: rate,
      form_figure: null,
      supply_date: '2026-01-31',
      currency: 'CHF',
      kind: 'not_due',
      ...inFrancs,
      ...(permille === 1_000n ? {} : { document: { currency: 'EUR', ...own } }),
    }
    const declares = { journal_entry_id: 'e', line_number }
    return { record, line: declares, account_code: '2200', settled: NOTHING, settled_base: NOTHING }
  })
}

/** The item as the lines that moved it say it, like the query that reads it. */
function itemOf(whole: readonly NotDue[], amount_minor: bigint, moves: readonly Moved[]): TaxOfItem {
  const not_due = whole.map((one, index) => {
    const records = moves.flatMap((move) => move.records).filter(({ declares }) => declares?.line_number === index)
    const settled = records.filter(({ kind }) => kind !== 'not_due').map(inDocument)
    const inFrancs = records.map(({ kind, base_minor, tax_minor }) =>
      kind === 'not_due' ? { base_minor: -base_minor, tax_minor: -tax_minor } : { base_minor, tax_minor },
    )
    return { ...one, settled: sumOf(settled), settled_base: sumOf(inFrancs) }
  })
  return { amount_minor, closed_minor: moves.reduce((sum, move) => sum + move.amount_minor, 0n), not_due }
}

function inDocument({ document, base_minor, tax_minor }: TaxSnapshot): TaxAmounts {
  return document ? { base_minor: document.base_minor, tax_minor: document.tax_minor } : { base_minor, tax_minor }
}

function sumOf(amounts: readonly TaxAmounts[]): TaxAmounts {
  return amounts.reduce(
    (sum, { base_minor, tax_minor }) => ({
      base_minor: sum.base_minor + base_minor,
      tax_minor: sum.tax_minor + tax_minor,
    }),
    NOTHING,
  )
}

function mirror(record: TaxSnapshot): TaxSnapshot {
  const { base_minor, tax_minor, document } = record
  const own = document && {
    document: { ...document, base_minor: -document.base_minor, tax_minor: -document.tax_minor },
  }
  return { ...record, base_minor: -base_minor, tax_minor: -tax_minor, ...own }
}
