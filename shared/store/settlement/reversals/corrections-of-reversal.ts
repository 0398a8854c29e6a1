import type { DeclaredLine, TaxSnapshot } from '../../../accounting/documents/tax-record.ts'
import type { PostingSettings } from '../../../accounting/setup/posting-settings.ts'
import { correctionOfReversal } from '../../../accounting/vat/consideration/correction-of-reversal.ts'
import { hasReceivedConsideration } from '../../../accounting/vat/due-with-payment.ts'
import type { Tx } from '../../db/database.ts'
import { findTaxOfItems } from '../../open-items/tax-of-items.ts'
import { findMovedItems } from '../../vat/consideration/moved-items.ts'

/**
 * What the reversal of an entry leaves to declare of tax that was transferred since, once its lines are known. No query is made
 * where consideration was never received.
 */
export async function correctionsOf(
  { tx, settings }: { readonly tx: Tx; readonly settings: PostingSettings },
  end_customer_id: string,
  journal_entry_id: string,
): Promise<(mirrored: readonly TaxSnapshot[]) => readonly TaxSnapshot[]> {
  if (!hasReceivedConsideration(settings)) return () => []
  const moved = await findMovedItems(tx, end_customer_id, journal_entry_id)
  const taxes = await findTaxOfItems(
    tx,
    moved.map(({ open_item_id }) => ({ end_customer_id, open_item_id })),
  )
  return (mirrored) =>
    moved.flatMap(({ open_item_id, amount_minor, posting_date: on_date, ...entry }) => {
      const { not_due, ...item } = taxes.get(open_item_id) ?? { not_due: [], amount_minor: 0n, closed_minor: 0n }
      const after = { ...item, closed_minor: item.closed_minor + amount_minor }
      const reversed = { ...entry, closed_minor: -amount_minor, on_date }
      return not_due.flatMap((one) => {
        const its = mirrored.filter(({ declares }) => isOf(declares, one.line))
        return correctionOfReversal(one, after, its, reversed)
      })
    })
}

function isOf(
  declares: TaxSnapshot['declares'],
  { journal_entry_id, line_number, record_number }: DeclaredLine,
): boolean {
  return (
    declares?.journal_entry_id === journal_entry_id &&
    declares.line_number === line_number &&
    declares.record_number === record_number
  )
}
