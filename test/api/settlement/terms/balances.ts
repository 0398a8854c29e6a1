import { linesOf } from '../../../support/books.ts'
import { get } from '../../../support/client.ts'
import { there } from '../../../support/there.ts'

/** What entries have moved on each account; debit is positive. */
export async function movedBy(...journal_entry_ids: (string | null)[]): Promise<Record<string, number>> {
  const moved: Record<string, number> = {}
  for (const id of journal_entry_ids)
    for (const [account, debit, credit] of await linesOf(id)) moved[account] = (moved[account] ?? 0) + debit - credit
  return Object.fromEntries(Object.entries(moved).filter(([, minor]) => minor !== 0))
}

/** The tax records of an entry: code, figure, base and tax, and what a record does where it is not due at once. */
export async function taxOf(journal_entry_id: string | null): Promise<string[]> {
  const { body } = await get(`/v1/journal-entries/${there(journal_entry_id)}`)
  const due = body.lines.flatMap(({ tax, tax_due = [] }) => [...(tax ? [tax] : []), ...tax_due])
  return due.map(({ tax_code, form_figure, base_amount, tax_amount, kind = '' }) =>
    `${tax_code} ${form_figure} ${base_amount.amount_minor} ${tax_amount.amount_minor} ${kind}`.trim(),
  )
}
