import {
  linesOfRefund,
  paidInAdvance,
  refundableOf,
} from '../../../shared/accounting/settlement/refunds/refund-of-advance.ts'
import type { RefundableAdvance } from '../../../shared/accounting/settlement/refunds/tax-left-of-advance.ts'
import { createMatcher, type Match } from '../../../shared/camt053/matching/match.ts'
import type { OpenItemSide } from '../../../shared/contract/open-items/open-items.ts'
import { eachWithSteps, inTurns } from '../../../shared/process/in-turns.ts'
import { findAdvancesToRefund } from '../../../shared/store/bank/candidates/advances-to-refund.ts'
import {
  type CreditTarget,
  type CreditType,
  findCreditTargets,
} from '../../../shared/store/bank/candidates/credit-targets.ts'
import type { OpenBankMovement } from '../../../shared/store/bank/open-movements.ts'
import type { Tx } from '../../../shared/store/db/database.ts'
import { type MatchMovements, withKnownPartners } from './match-open-items.ts'
import { voucherLinesOf } from './voucher-lines.ts'
import { withPartsOfDebits } from './with-parts-of-debits.ts'

/**
 * Proposes credit that a movement at the bank may pay back: a supplier its credit note, or we what a customer has paid too much. The
 * same says so that says what an open item is paid by. Null where there is no credit.
 */
export async function creditMatcher(
  tx: Tx,
  end_customer_id: string,
  type: CreditType,
): Promise<MatchMovements<OpenBankMovement> | null> {
  const found = await findCreditTargets(tx, end_customer_id, type)
  const taxed = found.flatMap(({ id, is_taxed_advance }) => (is_taxed_advance ? [id] : []))
  const advances = taxed.length > 0 ? await findAdvancesToRefund(tx, end_customer_id, taxed) : new Map()
  const targets = withTax(found, advances)
  if (targets.length === 0) return null
  const { match } = createMatcher(targets)
  const side = type === 'supplier_payable' ? type : 'document'
  const matchMovements: MatchMovements<OpenBankMovement> = async (page) => {
    const movements = await withKnownPartners(tx, end_customer_id, side, page)
    const refunds = eachWithSteps(movements, function* (movement) {
      const matches = yield* match(movement)
      return matches.map((one) => refundOf(one, movement, side, advances.get(one.target_id)))
    })
    return inTurns(refunds)
  }
  return withPartsOfDebits(tx, end_customer_id, matchMovements)
}

/** Advances with the tax that goes back with them. Those that do not tell it are left out: nobody could book what is proposed. */
function withTax(
  targets: readonly CreditTarget[],
  advances: ReadonlyMap<string, RefundableAdvance>,
): readonly CreditTarget[] {
  return targets.flatMap((target) => {
    if (!target.is_taxed_advance) return [target]
    const advance = advances.get(target.id)
    if (!advance) return []
    return [{ ...target, amount_minor: paidInAdvance(advance), open_amount_minor: refundableOf(advance) }]
  })
}

/** Credit has an amount below zero; of an advance with its tax, what is taken of the item. */
function refundOf(
  one: Match,
  { day, currency }: OpenBankMovement,
  side: OpenItemSide,
  advance?: RefundableAdvance,
): Match {
  const refund = { ...one, amount_minor: -one.amount_minor, reasons: [...one.reasons, 'refund' as const] }
  if (!advance) return refund
  const lines = linesOfRefund(advance, one.amount_minor, day)
  const taken = lines.reduce((sum, { is_item, amount_minor }) => (is_item ? sum + amount_minor : sum), 0n)
  return {
    ...refund,
    amount_minor: -taken,
    voucher_lines: voucherLinesOf(lines, { id: one.target_id, side, currency }),
  }
}
