import type { FactState } from '../../contract/facts/source-facts.ts'
import type { UsableBankEntry } from '../bank/bank-entry-state.ts'
import type { KnownSupplier } from '../documents/rule-context.ts'
import type { ItemStates } from '../documents/voucher-item.ts'
import type { AccountOfDay, RateOfDay } from '../setup/of-day.ts'
import type { PostingSettings } from '../setup/posting-settings.ts'
import type { Acquired } from '../vat/acquired.ts'
import type { FreshAccount } from './open-items/new-control-accounts.ts'
import type { TakenOverBefore } from './open-items/taken-over.ts'

/** Everything that the decisions of a batch depend on, besides its facts. */
export type BatchContext = {
  /** By end customer. */
  readonly settings: ReadonlyMap<string, PostingSettings>
  readonly rates: readonly RateOfDay[]
  readonly accounts: readonly AccountOfDay[]
  /** Accounts with lines, among those on which vouchers of the batch open the first item. */
  readonly accounts_with_lines: readonly FreshAccount[]
  /** Those that vouchers of the batch name. */
  readonly bank_entries: readonly UsableBankEntry[]
  readonly related_facts: readonly RelatedFact[]
  /** Sum of all debits of each ledger, by end customer. */
  readonly turnovers: ReadonlyMap<string, bigint>
  /** Sums of the calendar years that documents of the batch add to. */
  readonly acquired: readonly Acquired[]
  /** Suppliers in doubt of documents of the batch, as far as somebody was asked about them. */
  readonly supplier_uids: readonly KnownSupplier[]
  /** The open items that vouchers name, by end customer and key. */
  readonly open_items: ReadonlyMap<string, ItemStates>
  /** Items that vouchers have taken over, among those that look like one that a voucher of the batch takes over. */
  readonly taken_over: readonly TakenOverBefore[]
  /** The id of a fact as clients see it. */
  readonly publicIdOfFact: (source_fact_id: string) => string
  /** The day in Switzerland. */
  readonly today: string
}

/**
 * Another fact that the decision of a fact depends on. `same_reference`: it came under the same external reference.
 * `suspected_duplicate`: it is posted, came under another reference, and its document looks the same.
 * `possible_duplicate`: as before, but only partner and number look the same.
 */
export type RelatedFact = {
  readonly source_fact_id: string
  readonly related_id: string
  readonly related_state: FactState
  readonly related_reference: string
  readonly kind: 'same_reference' | 'suspected_duplicate' | 'possible_duplicate'
}
