import type { FactState } from '../../contract/facts/source-facts.ts'
import type { AccountStatus } from '../../contract/setup/accounts.ts'
import type { PostingSettings } from '../setup/posting-settings.ts'

/** Everything that the decisions of a batch depend on, besides its facts. */
export type BatchContext = {
  /** By end customer. */
  readonly settings: ReadonlyMap<string, PostingSettings>
  readonly rates: readonly RateOfDay[]
  readonly accounts: readonly AccountOfDay[]
  readonly related_facts: readonly RelatedFact[]
  /** The day in Switzerland. */
  readonly today: string
}

export type RateWanted = {
  readonly end_customer_id: string
  readonly currency: string
  readonly on_date: string
}

/** The newest rate on or before a day. */
export type RateOfDay = RateWanted & { readonly rate_e8: bigint }

export type AccountWanted = {
  readonly end_customer_id: string
  readonly account_code: string
  readonly on_date: string
}

/** An account as the chart in force on a day has it. */
export type AccountOfDay = AccountWanted & { readonly status: AccountStatus }

/**
 * Another fact that the decision of a fact depends on. `same_reference`: it came under the same external reference.
 * `suspected_duplicate`: it is posted, came under another reference, and its document looks the same.
 */
export type RelatedFact = {
  readonly source_fact_id: string
  readonly related_id: string
  readonly related_state: FactState
  readonly related_reference: string
  readonly kind: 'same_reference' | 'suspected_duplicate'
}
