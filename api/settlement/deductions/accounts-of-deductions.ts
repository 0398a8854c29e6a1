import { reducesTax } from '../../../shared/accounting/settlement/deductions/deduction-table.ts'
import type { DocumentOfItem } from '../../../shared/accounting/settlement/deductions/taxed-document.ts'
import type { PostingSettings } from '../../../shared/accounting/setup/posting-settings.ts'
import type { Deduction } from '../../../shared/contract/settlement/deductions.ts'
import type { Tx } from '../../../shared/store/db/database.ts'
import { findDocumentsOfItems } from '../../../shared/store/journal/documents-of-items.ts'
import { findKnownAccounts, type KnownAccount } from '../../../shared/store/setup/chart.ts'
import { readPostingSettings } from '../../../shared/store/setup/posting-settings.ts'

/** What deductions name: accounts, and the documents whose taxes they reduce. */
export type AccountedDeductions = {
  readonly accounts: ReadonlyMap<string, KnownAccount>
  readonly documents: ReadonlyMap<string, DocumentOfItem>
  /** Null where no tax is reduced and no account is named. */
  readonly settings: PostingSettings | null
  /** On which they are booked. */
  readonly day: string
}

/** Without an id where the line names nothing that exists, which is refused elsewhere. */
type DeductedLine = { readonly id: string | null; readonly deductions: readonly Deduction[] | undefined }

/** Looks up only what the deductions name, so that others cost no query. */
export async function findNamedByDeductions(
  tx: Tx,
  end_customer_id: string,
  day: string,
  lines: readonly DeductedLine[],
): Promise<AccountedDeductions> {
  const codes = lines.flatMap(({ deductions = [] }) => deductions.flatMap(({ account_code }) => account_code ?? []))
  const taxed = lines.filter(({ deductions = [] }) => deductions.some(reducesTax))
  const ids = taxed.flatMap(({ id }) => id ?? [])
  const accounts = codes.length > 0 ? await findKnownAccounts(tx, end_customer_id, codes, []) : []
  const documents = ids.length > 0 ? await findDocumentsOfItems(tx, end_customer_id, ids) : new Map()
  const isDecided = ids.length > 0 || codes.length > 0
  const settings = isDecided ? (await readPostingSettings(tx, [end_customer_id])).get(end_customer_id) : undefined
  return {
    accounts: new Map(accounts.map((account) => [account.account_code, account])),
    documents,
    settings: settings ?? null,
    day,
  }
}
