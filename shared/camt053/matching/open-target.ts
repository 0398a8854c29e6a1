/** A receivable or payable that is open. */
export type OpenTarget = {
  readonly id: string
  readonly currency: string
  readonly document_date: string
  readonly due_date?: string | null
  /** As opened. */
  readonly amount_minor: bigint
  readonly open_amount_minor: bigint
  readonly payment_reference: string | null
  readonly document_number: string | null
  readonly partner_name: string
  readonly partner_reference?: string | null
}
