import type { BatchContext } from '../../accounting/facts/batch-context.ts'
import { itemsNamed } from '../../accounting/facts/open-items/items-named.ts'
import { freshAccounts } from '../../accounting/facts/open-items/new-control-accounts.ts'
import { takenOverWanted } from '../../accounting/facts/open-items/taken-over.ts'
import type { PreparedFact } from '../../accounting/facts/prepare-fact.ts'
import { accountsWanted, bankEntriesNamed, ratesWanted } from '../../accounting/facts/wanted-by-facts.ts'
import type { PostingSettings } from '../../accounting/setup/posting-settings.ts'
import { acquiredWanted } from '../../accounting/vat/acquired.ts'
import { hasReceivedConsideration } from '../../accounting/vat/due-with-payment.ts'
import { supplierUidsWanted } from '../../accounting/vat/suppliers/supplier-uid.ts'
import { publicId } from '../../process/ids.ts'
import { withDoubtsOfDebits } from '../bank/uses/doubts/doubts-of-debits.ts'
import { withNamedItems } from '../bank/uses/doubts/named-items.ts'
import { findNamedBankEntries } from '../bank/uses/usable-bank-entries.ts'
import type { Db } from '../db/database.ts'
import { findNamedItems } from '../open-items/named/find-named-items.ts'
import { findTakenOver } from '../open-items/taken-over.ts'
import { findAccountStatuses, findAccountsWithLines } from '../setup/chart.ts'
import { findExchangeRates } from '../setup/exchange-rates.ts'
import { findAcquired } from './input-tax/acquired.ts'
import { withReducibleTax } from './input-tax/reducible-tax.ts'
import { findSupplierUids } from './input-tax/supplier-uids.ts'
import { findRelatedFacts } from './related-facts.ts'

/** Of whom documents may have tax that is due with payments. */
function customersWithTaxDue(settings: ReadonlyMap<string, PostingSettings>): ReadonlySet<string> {
  return new Set([...settings].flatMap(([customer, its]) => (hasReceivedConsideration(its) ? customer : [])))
}

const publicIdOfFact = (source_fact_id: string) => publicId('source_fact', source_fact_id)

/**
 * Loads everything that the decisions of these facts depend on. It takes no lock: a caller that posts holds the ledgers
 * of the facts and what their vouchers use, and one that only asks what would happen holds nothing.
 *
 * @param settings of the end customers of the facts
 * @param turnovers the sum of all debits of each of their ledgers
 * @param today the day in Switzerland
 */
export async function loadBatchContext(
  db: Db,
  facts: readonly PreparedFact[],
  settings: ReadonlyMap<string, PostingSettings>,
  turnovers: ReadonlyMap<string, bigint>,
  today: string,
): Promise<BatchContext> {
  const named_entries = await findNamedBankEntries(db, bankEntriesNamed(facts, settings))
  const related_facts = await findRelatedFacts(db, facts)
  const rates = await findExchangeRates(db, ratesWanted(facts, settings))
  const named = itemsNamed(facts)
  const states = await findNamedItems(db, named, customersWithTaxDue(settings))
  const doubted_entries = await withDoubtsOfDebits(db, named_entries, facts, states)
  const bank_entries = await withNamedItems(db, doubted_entries)
  const open_items = await withReducibleTax(db, states, named, settings)
  const taken_over = await findTakenOver(db, takenOverWanted(facts))
  const acquired = await findAcquired(db, acquiredWanted(facts, settings))
  const supplier_uids = await findSupplierUids(db, supplierUidsWanted(facts, settings))
  const accounts = await findAccountStatuses(db, accountsWanted(facts))
  const accounts_with_lines = await findAccountsWithLines(db, freshAccounts(facts, settings))
  return {
    settings,
    related_facts,
    turnovers,
    acquired,
    supplier_uids,
    rates,
    accounts,
    accounts_with_lines,
    bank_entries,
    publicIdOfFact,
    open_items,
    taken_over,
    today,
  }
}
