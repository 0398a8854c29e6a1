import {
  findNamedBankEntry,
  type NamedBankEntries,
  nameBankEntries,
  type UsableBankEntry,
} from '../../../../accounting/bank/bank-entry-state.ts'
import { type ItemStates, keyOfItem } from '../../../../accounting/documents/voucher-item.ts'
import type { PreparedFact } from '../../../../accounting/facts/prepare-fact.ts'
import type { EvidenceDoubt } from '../../../../camt053/matching/orders/doubt-of-evidence.ts'
import type { Db } from '../../../db/database.ts'
import { findDoubtsOfEvidence } from './doubts-of-evidence.ts'
import { type EvidenceOfPayable, keyOfEvidence } from './evidence-of-payable.ts'

/** The bank entries that vouchers name, each debit with why it may be for something else than the payables that a voucher pays with it. */
export async function withDoubtsOfDebits(
  db: Db,
  bankEntries: UsableBankEntry[],
  facts: readonly PreparedFact[],
  items: ReadonlyMap<string, ItemStates>,
): Promise<UsableBankEntry[]> {
  const named = nameBankEntries(bankEntries)
  const pairs = facts.flatMap((fact) => payablesOfDebits(fact, named, items.get(fact.end_customer_id)))
  const found = await findDoubtsOfEvidence(db, pairs)
  if (found.size === 0) return bankEntries
  const byEntry = Map.groupBy(pairs, ({ entry_id }) => entry_id)
  return bankEntries.map((entry) => {
    const doubts = (byEntry.get(entry.entry_id) ?? []).flatMap((pair): [string, EvidenceDoubt][] => {
      const doubt = found.get(keyOfEvidence(pair))
      return doubt === undefined ? [] : [[pair.open_item_id, doubt]]
    })
    return doubts.length > 0 ? { ...entry, doubts: new Map(doubts) } : entry
  })
}

function payablesOfDebits(
  { document, end_customer_id }: PreparedFact,
  named: NamedBankEntries,
  items: ItemStates | undefined,
): EvidenceOfPayable[] {
  if (document.fact_type !== 'journal_voucher') return []
  const payables = document.lines.flatMap(({ open_item: item }) => {
    const state = item?.by === 'supplier_payable_id' ? items?.get(keyOfItem(item)) : undefined
    return state ? [state.open_item_id] : []
  })
  if (payables.length === 0) return []
  const names = document.bank_entries?.map((one) => one.named) ?? document.evidence_hashes
  const debits = names.flatMap((name) => {
    const entry = findNamedBankEntry(named, end_customer_id, name)
    return entry?.credit_debit === 'DBIT' ? [entry.entry_id] : []
  })
  return debits.flatMap((entry_id) => payables.map((open_item_id) => ({ end_customer_id, entry_id, open_item_id })))
}
