import type { DeclaredLine, TaxOfItem, TaxSnapshot } from '../../documents/tax-record.ts'
import { isOnAccount } from '../../open-items/tax-of-lines.ts'
import { isReceivedOn, isSettledOn } from '../../vat/consideration/transfers-of-record.ts'
import { settleTaxOfItem } from '../../vat/tax-of-item.ts'
import type { DocumentOfItem } from './taxed-document.ts'

export type NeverDue = {
  /** What of tax that was not due on the day never will be, by the name of its record. */
  readonly byKey: ReadonlyMap<string, readonly TaxSnapshot[]>
  /** Of it what stands on no account, and what later changes of consideration transfer less: also of tax that was agreed on the day. */
  readonly onItem: readonly TaxSnapshot[]
  readonly after: TaxOfItem | null
}

/** @source MWSTG Art. 39 Abs. 2, Art. 40 Abs. 2: what was never received was never declared */
export function neverDue(
  { journal_entry_id }: DocumentOfItem,
  amount_minor: bigint,
  tax: TaxOfItem | null,
  day: string,
): NeverDue {
  if (!tax) return { byKey: new Map(), onItem: [], after: null }
  const part = { kind: 'extinguished', amount_minor, paid_base_minor: null, day } as const
  const settled = tax.not_due
    .filter((one) => one.line.journal_entry_id === journal_entry_id && isSettledOn(one, day))
    .map((one) => ({ one, records: settleTaxOfItem({ ...tax, not_due: [one] }, part).tax_due }))
  const received = settled.filter(({ one }) => isReceivedOn(one, day))
  return {
    byKey: new Map(received.map(({ one, records }) => [keyOfDue(one.line), records])),
    onItem: settled.flatMap(({ records }) => records.filter((record) => !isOnAccount(record))),
    after: settleTaxOfItem(tax, part).after,
  }
}

/** The tax that is never due, signed like a share of the item. */
export function neverOwed(records: readonly TaxSnapshot[], share_minor: bigint): bigint {
  const size = records
    .filter(isOnAccount)
    .reduce((sum, { tax_minor }) => sum + (tax_minor < 0n ? -tax_minor : tax_minor), 0n)
  return share_minor < 0n ? -size : size
}

/** A record by its line in the entry of the document, and there by its number, where it was taken over. */
export function keyOfDue({
  line_number,
  record_number = 0,
}: Pick<DeclaredLine, 'line_number' | 'record_number'>): string {
  return `${line_number} ${record_number}`
}
