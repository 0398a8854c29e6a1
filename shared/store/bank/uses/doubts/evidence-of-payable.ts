/** A bank entry that pays a supplier payable, or brings back what was credited. */
export type EvidenceOfPayable = {
  readonly end_customer_id: string
  readonly entry_id: string
  readonly open_item_id: string
}

/** By which a doubt is found. */
export function keyOfEvidence({ entry_id, open_item_id }: Omit<EvidenceOfPayable, 'end_customer_id'>): string {
  return `${entry_id} ${open_item_id}`
}
