import type { FactState } from '../../contract/facts/source-facts.ts'
import { type NamedBankEntries, nameBankEntries } from '../bank/bank-entry-state.ts'
import type { KnownSupplier } from '../documents/rule-context.ts'
import type { ItemState } from '../documents/voucher-item.ts'
import type { PostingSettings } from '../setup/posting-settings.ts'
import { acquiredByYear } from '../vat/acquired.ts'
import { supplierUidsByCustomer } from '../vat/suppliers/supplier-uid.ts'
import type { BatchContext, RelatedFact } from './batch-context.ts'
import type { Blocker } from './blockers.ts'
import { accountsByCustomer } from './open-items/new-control-accounts.ts'
import { takenOverByCustomer } from './open-items/taken-over.ts'
import type { PreparedFact } from './prepare-fact.ts'
import type { PostedInBatch } from './related-in-batch.ts'
import { type AccountsOfDays, accountsByDay, type RatesOfDays, ratesByDay } from './settings-of-day.ts'
import type { Warning } from './warnings.ts'

export function beginEvaluation(context: BatchContext): Evaluation {
  return {
    context,
    settings: new Map(context.settings),
    turnovers: new Map(context.turnovers),
    acquired: acquiredByYear(context.acquired),
    supplier_uids: supplierUidsByCustomer(context.supplier_uids),
    related_facts: Map.groupBy(context.related_facts, ({ source_fact_id }) => source_fact_id),
    rates: ratesByDay(context.rates),
    accounts: accountsByDay(context.accounts),
    bank_entries: nameBankEntries(context.bank_entries),
    decisions: new Map(),
    accounts_with_lines: accountsByCustomer(context.accounts_with_lines),
    open_items: new Map([...context.open_items].map(([id, states]) => [id, new Map(states)])),
    taken_over: takenOverByCustomer(context.taken_over),
    posted: new Map(),
    failed: [],
  }
}

/** Decisions of a batch so far; its later facts see them. */
export type Evaluation = {
  readonly context: BatchContext
  /** Those of the context, with the fiscal years that the batch has added. */
  readonly settings: Map<string, PostingSettings>
  /** Those of the context, with the debits that the batch has added. */
  readonly turnovers: Map<string, bigint>
  /** Those of the context, with those of the batch. */
  readonly acquired: Map<string, bigint>
  /** Those of the context by end customer, with those of the batch. */
  readonly supplier_uids: Map<string, Map<string, KnownSupplier>>
  readonly related_facts: ReadonlyMap<string, readonly RelatedFact[]>
  readonly rates: RatesOfDays
  readonly accounts: AccountsOfDays
  readonly bank_entries: NamedBankEntries
  readonly decisions: Map<string, FactDecision>
  /** Those of the context by end customer, with those that vouchers of the batch have posted to. */
  readonly accounts_with_lines: Map<string, Set<string>>
  /** Those of the context, as the batch has left them. */
  readonly open_items: ReadonlyMap<string, Map<string, ItemState>>
  /** Those of the context by end customer, with those of the batch. */
  readonly taken_over: Map<string, Map<string, string>>
  readonly posted: PostedInBatch
  readonly failed: FailedFact[]
}

/** The decision on a fact. A posted one gets the id of its entry when the entry is made. */
export type FactDecision = {
  readonly end_customer_id: string
  readonly source_fact_id: string
  readonly state: FactState
  readonly blockers: readonly Blocker[]
  readonly warnings: readonly Warning[]
  readonly superseded_by: string | null
}

export type FailedFact = { readonly fact: PreparedFact; readonly error: unknown }
