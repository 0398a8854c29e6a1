import type { Money } from '../../../shared/contract/primitives.ts'
import type { Locale } from '../../../shared/contract/setup/settings.ts'
import type { ReconciledTotal } from '../../../shared/contract/vat/totals-of-reconciliation.ts'
import { minorOf, percent } from '../../print/amounts.ts'
import { targetOfAddress } from '../../print/pages/links.ts'
import type { Row } from '../../print/table.ts'
import { returnWordsIn } from '../returns/return-words.ts'
import { entriesOf } from './entries/addresses-of-entries.ts'
import type { presentVatReconciliation } from './present-vat-reconciliation.ts'
import { line, totalRow } from './reconciliation-rows.ts'
import { type ReconciliationWord, reconciliationWordsIn } from './reconciliation-words.ts'

export type PresentedReconciliation = ReturnType<typeof presentVatReconciliation>
type PresentedReturnOfYear = PresentedReconciliation['returns'][number]
type PresentedTurnoverStep = PresentedReconciliation['turnover']['steps'][number]
type PresentedTaxStep = PresentedReconciliation['tax']['owed_steps'][number]
type PresentedStep = PresentedTurnoverStep | PresentedTaxStep

/** The steps to a total as the records have it, then what of it no filed return has, then the filed total. */
export function stepsTo(total: ReconciledTotal, reconciliation: PresentedReconciliation): Row[] {
  const steps = stepsOf(total, reconciliation)
  const rows = rowsIn(reconciliation)
  const [recorded, filed] = totalsOf(total, reconciliation)
  const isFiled = ({ kind }: PresentedStep) => kind !== 'not_filed'
  const first = idOf(total, 0)
  return [
    ...steps.flatMap((step, index) => (isFiled(step) ? rows.step(step, total, index) : [])),
    { ...rows.total('recorded', total, recorded), target: `#${first}` },
    ...steps.flatMap((step, index) => (isFiled(step) ? [] : rows.step(step, total, index))),
    ...rows.filed(total, filed),
  ]
}

/** A total that no step leads to: as the records have it, and as it was filed. */
export function pairOf(total: '289' | '299', reconciliation: PresentedReconciliation): Row[] {
  const rows = rowsIn(reconciliation)
  const [recorded, filed] = totalsOf(total, reconciliation)
  const target = targetOfAddress(entriesOf(reconciliation, { total }))
  return [{ ...rows.total('recorded', total, recorded), target }, ...rows.filed(total, filed)]
}

function stepsOf(total: ReconciledTotal, { turnover, tax }: PresentedReconciliation): readonly PresentedStep[] {
  if (total === '200') return turnover.steps
  return total === '399' ? tax.owed_steps : tax.deducted_steps
}

function totalsOf(total: ReconciledTotal, { turnover, tax }: PresentedReconciliation): readonly [Money, Money] {
  const figure = `figure_${total}` as const
  return figure === 'figure_399' || figure === 'figure_479'
    ? [tax.in_records[figure], tax[figure]]
    : [turnover.in_records[figure], turnover[figure]]
}

/** Of a step, by its place: an activity may have any characters. */
function idOf(total: ReconciledTotal, index: number): string {
  return `step-${total}-${index + 1}`
}

function rowsIn(reconciliation: PresentedReconciliation) {
  const { locale, returns } = reconciliation
  const wordFor = reconciliationWordsIn(locale)
  return {
    step(step: PresentedStep, total: ReconciledTotal, index: number): Row[] {
      const id = idOf(total, index)
      return leadingTo({ ...stepRow(step, wordFor), id }, partsOf(step), `${id}-1`)
    },
    total: (kind: 'recorded' | 'figure', total: ReconciledTotal, amount: Money): Row =>
      totalRow(wordFor(`${kind}_${total}`), total, amount),
    filed(total: ReconciledTotal, amount: Money): Row[] {
      const parts = returns.flatMap((its) =>
        its.filings.map(
          (filing): PartOfAmount => ({
            label: nameOf(its, locale),
            minor: minorOf(filing[`figure_${total}`]),
            address: its.is_cut ? filedEntries(total, its) : filing.vat_return,
          }),
        ),
      )
      return leadingTo(this.total('figure', total, amount), parts, `filed-${total}`)
    },
  }

  /** What the amount of a step is made of: entries, and what the returns compute beside them. */
  function partsOf(step: PresentedStep): PartOfAmount[] {
    const { entries, period, counts_in } = step
    const amount = minorOf(step.amount)
    if (entries === null) return 'figure' in step ? computedParts(step) : []
    const booked = 'booked' in step && step.booked ? minorOf(step.booked) : amount
    const its = returns.find(
      (one) => one.period === period && isAnnual(one) === (counts_in === 'annual_reconciliation'),
    )
    const rest = wordFor(its?.method === 'net_tax_rate' ? 'net_tax_rate' : 'rounding')
    return [
      { label: wordFor('booked'), minor: booked, address: entries },
      { label: rest, minor: amount - booked, address: its?.recorded_return ?? entries },
    ]
  }

  function computedParts({ kind, figure, activity_id, rate_bp }: PresentedTaxStep): PartOfAmount[] {
    return returns.flatMap((its) =>
      its.differences
        .filter((one) => one.kind === kind && one.figure === figure)
        .filter((one) => one.activity_id === activity_id && one.rate_bp === rate_bp)
        .map(({ amount }) => ({ label: nameOf(its, locale), minor: minorOf(amount), address: its.recorded_return })),
    )
  }

  function filedEntries(total: ReconciledTotal, its: PresentedReturnOfYear): string {
    const annual = isAnnual(its) ? { counts_in: its.submission } : {}
    return entriesOf(reconciliation, { total, step: 'filed', period: its.period, ...annual })
  }
}

function nameOf({ period, submission }: PresentedReturnOfYear, locale: Locale): string {
  return submission === 'first' ? period : `${period}, ${returnWordsIn(locale)(submission)}`
}

function isAnnual({ submission }: PresentedReturnOfYear): boolean {
  return submission === 'annual_reconciliation'
}

type PartOfAmount = { readonly label: string; readonly minor: bigint; readonly address: string }

/** An amount leads to its only part, or to the rows of its parts below it. */
function leadingTo(row: Row, parts: readonly PartOfAmount[], id: string): Row[] {
  const its = parts.filter(({ minor }) => minor !== 0n)
  const [only, ...more] = its
  if (only === undefined) return [{ ...row, id: row.id ?? id, target: `#${row.id ?? id}` }]
  if (more.length === 0) return [{ ...row, target: targetOfAddress(only.address) }]
  return [
    { ...row, target: `#${id}` },
    ...its.map(
      ({ label, minor, address }, index): Row => ({
        level: 2,
        kind: 'of_which',
        is_page_only: true,
        target: targetOfAddress(address),
        cells: [null, label, null, minor, 'of_which', null],
        ...(index === 0 && { id }),
      }),
    ),
  ]
}

function stepRow(step: PresentedStep, wordFor: (word: ReconciliationWord) => string): Row {
  const category = 'category' in step ? step.category : null
  const figure = 'figure' in step ? (step.figure ?? step.activity_id) : null
  const isSaid = category === null || category === step.kind || category === 'without_code'
  const rate_bp = 'rate_bp' in step ? step.rate_bp : null
  const detail = step.period ?? (rate_bp === null ? null : percent(rate_bp)) ?? (isSaid ? null : wordFor(category))
  const label = detail === null ? wordFor(step.kind) : `${wordFor(step.kind)}: ${detail}`
  return line('line', [null, label, figure, step.amount, step.kind, category])
}
