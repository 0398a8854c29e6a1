import type { ItemName } from '../shared/accounting/documents/voucher-item.ts'
import type { Blocker } from '../shared/accounting/facts/blockers.ts'
import type { NewJournalEntry } from '../shared/accounting/journal/canonical-entry.ts'
import type { PostingSettings } from '../shared/accounting/setup/posting-settings.ts'
import type { Tx } from '../shared/store/db/database.ts'
import type { IntentRow } from '../shared/store/settlement/intents.ts'

/** An intent is executed with the posting settings as they are, and the years that this batch has added. */
export type IntentContext = {
  readonly tx: Tx
  readonly settings: PostingSettings
  readonly today: string
  /** Sum of all debits of the ledger, with those that this batch has added. */
  readonly turnover_minor: bigint
}

/** An open item that an intent has changed, as clients name it. */
export type ChangedName = { readonly by: ItemName; readonly open_item_id: string }

/** Either the entry that the intent becomes, or everything that blocks it. */
export type IntentResult =
  | { readonly entry: NewJournalEntry; readonly changed_items?: readonly ChangedName[] }
  | { readonly blockers: readonly Blocker[] }
export type ExecuteIntent = (context: IntentContext, intent: IntentRow) => Promise<IntentResult>
