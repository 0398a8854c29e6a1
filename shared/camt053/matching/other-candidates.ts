import { isOrderReason } from './match-reasons.ts'

/** Somebody has said before what such a bank entry is; a reference says it of this one. */
export const RULE_SCORE = 80
/** A proposal with this score or more claims a bank entry before any rule: it names the item by a reference. */
export const CLAIMING_SCORE = 90

/** A proposal of another kind than that of a rule, for the same bank entry. */
export type OtherCandidate = {
  readonly target_id: string
  readonly score: number
  readonly reasons: readonly string[]
}

/**
 * The proposal that leaves a bank entry to a reviewer, so that no automatic rule takes it for something else, however low its score
 * is; null without one.
 *
 * @param settled the payable that the rule would pay: a proposal for that one is no other
 * @param refers_to_documents the bank entry has numbers of documents in a place of their own: none of them is there by chance
 */
export function heldByOther<Other extends OtherCandidate>(
  others: readonly Other[],
  settled: string | null,
  refers_to_documents: boolean,
): Other | null {
  const sure = others.find(({ score, reasons }) => score >= RULE_SCORE || reasons.some(isOfOrderOrRefund))
  if (sure) return sure
  if (others.some(({ target_id }) => target_id === settled)) return null
  return others.find(({ reasons }) => refers_to_documents || !isByChance(reasons)) ?? null
}

/** The money is that of an order, or pays credit back: no payable of just its amount says more. */
function isOfOrderOrRefund(reason: string): boolean {
  return reason === 'refund' || isOrderReason(reason)
}

/** A short number stands in many texts. */
function isByChance(reasons: readonly string[]): boolean {
  return reasons.every((reason) => reason === 'number_in_text')
}
