import { findReturned } from '../../../shared/camt053/returns/find-returned.ts'
import type { CanonicalValue } from '../../../shared/canonical/canonical-json.ts'
import { hashOf } from '../../../shared/canonical/hash.ts'
import { newUuid } from '../../../shared/process/ids.ts'
import type { NewCandidate } from '../../../shared/store/bank/candidates/replace-candidates.ts'
import type { ReturningEntry } from '../../../shared/store/bank-returns/open-returns.ts'
import type { PayableOfVoucher } from '../../../shared/store/bank-returns/payables-paid-by-vouchers.ts'
import { voucherLinesOf } from './voucher-lines.ts'

/**
 * What a voucher has paid, that of a rule say, and the bank gives back in full: no settlement is there to be reversed, so the lines of the
 * voucher that opens the payable again are proposed.
 */
export function refundsOfVouchers(
  end_customer_id: string,
  { entry_id, import_id, currency, parts, left_minor }: ReturningEntry,
  payables: readonly PayableOfVoucher[],
): NewCandidate[] {
  return parts
    .flatMap((part) => (part.amount_minor === left_minor ? findReturned(part, payables) : []))
    .map((match) => {
      const { account_code, subject_id: id } = match.subject
      const line = { account_code, amount_minor: left_minor, is_item: true, tax_code: null, base_minor: null }
      const lines = [{ ...line, supply_date: null, activity_id: null }]
      const content = {
        ...{ entry_id, payment_id: null, target_type: 'supplier_payable' as const, target_id: id },
        ...{ amount_minor: String(-left_minor), currency, score: match.score, reasons: [...match.reasons, 'refund'] },
        voucher_lines: voucherLinesOf(lines, { id, side: 'supplier_payable', currency }),
      }
      const candidate_hash = hashOf({ end_customer_id, ...content } as CanonicalValue)
      const others = { import_id, rule_version: null, discount_minor: '0', together_with: [] }
      return { candidate_id: newUuid(), ...others, ...content, candidate_hash }
    })
}
