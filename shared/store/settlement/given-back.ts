import type { AllocationRow } from './allocations.ts'
import type { SettlementRow } from './settlements.ts'

/** What an item gets back, signed like the item. */
export type GivenBack = { readonly open_item_id: string; readonly amount_minor: bigint; readonly base_minor: bigint }
export const GIVEN_BACK = { open_item_id: 'uuid', amount_minor: 'int8', base_minor: 'int8' } as const

/** What the reversal of an allocation gives back: to its items, and to the credit that it has taken. */
export function givenBackByAllocation(allocation: AllocationRow): GivenBack[] {
  const { credit_item_id, lines, amount_minor, credit_base_minor } = allocation
  const documents = lines.map((line) => ({
    open_item_id: line.document_id,
    amount_minor: BigInt(line.amount_minor),
    base_minor: BigInt(line.base_amount_minor),
  }))
  if (credit_item_id === null || credit_base_minor === null) return documents
  return [...documents, { open_item_id: credit_item_id, amount_minor: -amount_minor, base_minor: -credit_base_minor }]
}

export function givenBackBySettlement(settlement: SettlementRow): GivenBack[] {
  const { supplier_payable_id, amount_minor, base_amount_minor } = settlement
  return [{ open_item_id: supplier_payable_id, amount_minor, base_minor: base_amount_minor }]
}
