import type { EvidenceDoubt } from '../../camt053/matching/orders/doubt-of-evidence.ts'
import { findDoubtsOfEvidence } from '../bank/uses/doubts/doubts-of-evidence.ts'
import { keyOfEvidence } from '../bank/uses/doubts/evidence-of-payable.ts'
import { findLinesBookedBefore, type LineBookedBefore } from '../bank/uses/lines-booked-before.ts'
import type { Db } from '../db/database.ts'
import type { Visibility } from '../db/filters.ts'
import type { Page } from '../db/pages/list-page.ts'
import { findSettlementWithDiscounts, listSettlements, type SettlementWithDiscounts } from './settlements.ts'

/** A settlement as answers show it: with why its bank entry may be the money of something else, or booked before. */
export type DoubtedSettlement = SettlementWithDiscounts & {
  readonly evidence_doubt: EvidenceDoubt | null
  readonly equal_line: LineBookedBefore | null
}

export async function findDoubtedSettlement(
  db: Db,
  settlement_id: string,
  visible: Visibility,
): Promise<DoubtedSettlement | null> {
  const found = await findSettlementWithDiscounts(db, settlement_id, visible)
  const [doubted = null] = await withDoubts(db, found ? [found] : [])
  return doubted
}

/** Oldest first. */
export async function listDoubtedSettlements(
  db: Db,
  ...asked: Parameters<typeof listSettlements> extends [Db, ...infer Asked] ? Asked : never
): Promise<Page<DoubtedSettlement>> {
  const page = await listSettlements(db, ...asked)
  return { ...page, rows: await withDoubts(db, page.rows) }
}

async function withDoubts(db: Db, settlements: readonly SettlementWithDiscounts[]): Promise<DoubtedSettlement[]> {
  const evidence = settlements.flatMap((settlement) => evidenceOf(settlement) ?? [])
  const doubts = await findDoubtsOfEvidence(db, evidence)
  const equal = await findLinesBookedBefore(db, evidence)
  return settlements.map((settlement) => {
    const own = evidenceOf(settlement)
    return {
      ...settlement,
      evidence_doubt: (own && doubts.get(keyOfEvidence(own))) ?? null,
      equal_line: (own && equal.get(own.entry_id)?.[0]) ?? null,
    }
  })
}

/** What is reversed needs no look any more. */
function evidenceOf({ end_customer_id, evidence_entry_id, supplier_payable_id, state }: SettlementWithDiscounts) {
  if (evidence_entry_id === null || state === 'reversed') return null
  return { end_customer_id, entry_id: evidence_entry_id, open_item_id: supplier_payable_id }
}
