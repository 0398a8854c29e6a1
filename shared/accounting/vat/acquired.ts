import type { AccountingDocument } from '../documents/accounting-document.ts'
import type { PostingSettings } from '../setup/posting-settings.ts'
import { isUnregisteredAcquisition } from './input-tax-rules.ts'

/** The services from abroad that somebody has acquired in a calendar year without being registered. */
export type AcquiredWanted = { readonly end_customer_id: string; readonly year: string }
export type Acquired = AcquiredWanted & { readonly base_minor: bigint }

type DatedFact = { readonly end_customer_id: string; readonly business_date: string }
type LineWithRecord = { readonly tax: { readonly direction: string; readonly base_minor: bigint } | null }

/** The years whose sums the documents change. Nearly every batch has none. */
export function acquiredWanted(
  facts: readonly (DatedFact & { readonly document: AccountingDocument })[],
  settings: ReadonlyMap<string, PostingSettings>,
): AcquiredWanted[] {
  const wanted = facts.flatMap(({ end_customer_id, business_date, document }): AcquiredWanted[] => {
    const its = settings.get(end_customer_id)
    if (!its || document.fact_type === 'customer_invoice') return []
    const lines = document.fact_type === 'journal_voucher' ? document.lines : document.tax_lines
    const isAcquired = lines.some((line) => isUnregisteredAcquisition(document, line, its))
    return isAcquired ? [{ end_customer_id, year: business_date.slice(0, 4) }] : []
  })
  return [...new Map(wanted.map((one) => [keyOf(one.end_customer_id, one.year), one])).values()]
}

export function acquiredByYear(sums: readonly Acquired[]): Map<string, bigint> {
  return new Map(sums.map(({ end_customer_id, year, base_minor }) => [keyOf(end_customer_id, year), base_minor]))
}

export function acquiredBefore(acquired: ReadonlyMap<string, bigint>, fact: DatedFact): bigint {
  return acquired.get(keyOf(fact.end_customer_id, fact.business_date.slice(0, 4))) ?? 0n
}

/** Lets later documents of a batch see what a posted one has added. */
export function keepAcquired(acquired: Map<string, bigint>, fact: DatedFact, lines: readonly LineWithRecord[]): void {
  for (const { tax } of lines) {
    if (tax?.direction !== 'acquisition_unregistered') continue
    const key = keyOf(fact.end_customer_id, fact.business_date.slice(0, 4))
    acquired.set(key, (acquired.get(key) ?? 0n) + tax.base_minor)
  }
}

function keyOf(end_customer_id: string, year: string): string {
  return `${end_customer_id} ${year}`
}
