import { decideFacts } from '../../../shared/accounting/facts/decide-facts.ts'
import { beginEvaluation } from '../../../shared/accounting/facts/evaluation.ts'
import { prepareFact } from '../../../shared/accounting/facts/prepare-fact.ts'
import { todayInSwitzerland } from '../../../shared/process/clock.ts'
import { newUuid } from '../../../shared/process/ids.ts'
import type { SourceFactRow } from '../../../shared/store/facts/source-facts.ts'
import { chainEntries } from '../../../shared/store/journal/append-journal-entries.ts'
import type { readPostingSettings } from '../../../shared/store/setup/posting-settings.ts'

export type Head = { readonly last_entry_number: string; readonly last_entry_hash: string }

export type Settings = Awaited<ReturnType<typeof readPostingSettings>>
export type Decision = ReturnType<typeof decide>

const NOTHING = {
  rates: [],
  accounts: [],
  accounts_with_lines: [],
  bank_entries: [],
  related_facts: [],
  turnovers: new Map(),
  acquired: [],
  supplier_uids: [],
  publicIdOfFact: (id: string) => id,
  open_items: new Map(),
  taken_over: [],
}

/** Decides by the rules of the service: the benchmark compares the ways into the tables. */
export function decide(fact: SourceFactRow, settings: Settings, related: number, head: Head) {
  const prepared = prepareFact(fact)
  const context = { settings, ...NOTHING, today: todayInSwitzerland() }
  const [posting] = decideFacts(beginEvaluation(context), [prepared]).postings
  if (!posting || related > 0) throw new Error('the baseline meets only facts that can be booked')
  const { end_customer_id } = fact
  const chained = chainEntries(
    {
      end_customer_id,
      last_entry_number: BigInt(head.last_entry_number),
      last_entry_hash: head.last_entry_hash,
      books_version: 0n,
      total_debit_minor: 0n,
    },
    [
      {
        end_customer_id,
        journal_entry_id: newUuid(),
        fiscal_year_id: posting.fiscal_year_id,
        posting_date: fact.business_date,
        document_date: fact.business_date,
        description: fact.external_reference,
        source_type: 'expense_document',
        source_id: fact.source_fact_id,
        source_snapshot: prepared.snapshot,
        entry_type: 'standard',
        reversal_of: null,
        rule_version: 1,
        actor_id: 'baseline',
        request_id: fact.request_id,
        currency: 'CHF',
        posted_at: new Date().toISOString(),
        lines: posting.lines,
      },
    ],
  )
  const journalEntry = chained[0] as NonNullable<(typeof chained)[0]>
  return { journalEntry, open_item: posting.open_item, snapshot: prepared.snapshot.text }
}
