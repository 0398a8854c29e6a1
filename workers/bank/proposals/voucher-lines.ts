import type { RefundLine } from '../../../shared/accounting/settlement/refunds/refund-of-advance.ts'
import { jsonInteger } from '../../../shared/canonical/json-integer.ts'
import type { CandidateVoucherLine } from '../../../shared/contract/bank/candidate-voucher-line.ts'
import type { OpenItemSide } from '../../../shared/contract/open-items/open-items.ts'
import { publicId } from '../../../shared/process/ids.ts'

/** The item that is paid back, and its currency. */
type RefundedItem = { readonly id: string; readonly side: OpenItemSide; readonly currency: string }

/** Lines as a voucher has them. A customer's advance is a credit, so debits pay it back; that to a supplier comes back by credits. */
export function voucherLinesOf(lines: readonly RefundLine[], item: RefundedItem): CandidateVoucherLine[] {
  const money = (minor: bigint) => ({ amount_minor: jsonInteger(minor), currency: item.currency })
  const of_item =
    item.side === 'document'
      ? { document_id: publicId('document', item.id) }
      : { supplier_payable_id: publicId('supplier_payable', item.id) }
  return lines.map(({ account_code, amount_minor, is_item, tax_code, base_minor, supply_date, activity_id }) => ({
    account_code,
    [item.side === 'document' ? 'debit' : 'credit']: money(amount_minor),
    ...(tax_code !== null && { tax_code }),
    ...(base_minor !== null && { tax_base: money(base_minor) }),
    ...(supply_date !== null && { supply_date }),
    ...(activity_id !== null && { activity_id }),
    ...(is_item && { open_item: { ...of_item, purpose: 'refund' as const } }),
  }))
}
