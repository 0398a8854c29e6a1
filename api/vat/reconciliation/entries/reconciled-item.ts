/** What the entries of an amount of the reconciliation have in common, whether accounts or tax records make it. */
export type ReconciledItem = {
  readonly journal_entry_id: string
  readonly entry_number: bigint
  readonly line_number: number
  /** Of the part of the line, or of its record. */
  readonly place: number | bigint
  readonly posting_date: string
  readonly description: string
  readonly category: string | null
  readonly account_code: string
  readonly counter_code: string
  readonly tax_code: string
  readonly form_figure: string | null
  readonly amount_minor: bigint
}
