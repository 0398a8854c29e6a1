import type { ReconciledTotal } from '../../../../shared/contract/vat/totals-of-reconciliation.ts'
import type { ReconciliationRead } from '../reconciliation-read.ts'

type YearOfEntries = Pick<ReconciliationRead['query'], 'end_customer_id' | 'fiscal_year_id'>
type AskedEntries = Readonly<Record<string, string>>

/** Where the entries are that add up to an amount of the reconciliation. */
export function entriesOf({ end_customer_id, fiscal_year_id }: YearOfEntries, asked: AskedEntries): string {
  const filters = new URLSearchParams({ end_customer_id, fiscal_year_id, ...asked })
  return `/v1/statements/vat-reconciliation/entries?${filters}`
}

/** Of a part of an account: what it has none of is said, too, so that no other part has the same. */
export function entriesOfPart(
  year: YearOfEntries,
  account_code: string,
  part: { category: string; figure: string | null; activity_id: string | null; kind: string | null },
): string {
  const { category, figure, activity_id, kind } = part
  const record = { figure: figure ?? '', activity_id: activity_id ?? '', kind: kind ?? '' }
  return entriesOf(year, { category, account_code, ...record })
}

/** Of what the returns compute no entry has anything. */
const COMPUTED = ['rounding', 'net_tax_rate', 'unexplained']

type StepOfReturns = {
  readonly kind: string
  readonly category?: string | null
  readonly period: string | null
  readonly counts_in: string | null
}

/** Null where the step is computed, and no entry has it. */
export function entriesOfStep(year: YearOfEntries, total: ReconciledTotal, step: StepOfReturns): string | null {
  if (COMPUTED.includes(step.kind)) return null
  return entriesOf(year, {
    total,
    step: step.kind,
    ...(step.category && { category: step.category }),
    ...(step.period !== null && { period: step.period }),
    ...(step.counts_in === 'annual_reconciliation' && { counts_in: step.counts_in }),
  })
}
