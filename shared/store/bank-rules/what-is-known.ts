import type { EntryTold } from '../../camt053/matching/meant/payments-told.ts'
import {
  type KnownBeside,
  type OpenPartner,
  type Partners,
  partnersByName,
  type SettledPartner,
} from '../../camt053/matching/meant/what-may-be-meant.ts'
import { findPartnersOfAccounts } from '../bank/partners-of-accounts.ts'
import { type Db, row, sql } from '../db/database.ts'
import { findNamingEntries } from './naming-entries.ts'

/** What comes back does so within weeks. */
const MOST_DAYS = 90

/**
 * Finds what bank entries may mean beside what rules say of them. The partners are read once for many pages of bank entries, and not at
 * all where there is none.
 */
export function knownOf(
  db: Db,
  end_customer_id: string,
): (entries: readonly EntryTold[]) => Promise<KnownBeside | null> {
  let read: { readonly since: string; readonly partners: Partners } | null = null
  return async (entries) => {
    const [first] = entries.map(({ day }) => day).sort()
    if (first === undefined) return null
    if (read === null || first < read.since)
      read = { since: first, partners: await readPartners(db, end_customer_id, first) }
    const accounts = entries.flatMap(({ payments }) => payments.flatMap(({ iban }) => iban ?? []))
    return {
      partners: read.partners,
      partnersOfAccounts: await namesOfAccounts(db, end_customer_id, [...new Set(accounts)]),
      naming: await findNamingEntries(db, end_customer_id, entries),
      own_accounts: await findOwnAccounts(db, end_customer_id),
    }
  }
}

/** Credit notes, advances and other credit are settled in the other direction. */
async function readPartners(db: Db, end_customer_id: string, since: string): Promise<Partners> {
  const open = await db.any(sql.type(row<OpenPartner>())`
    select distinct case when (kind in ('payable', 'supplier_advance')) = (open_amount_minor > 0) then 'DBIT' else 'CRDT' end
      as direction, partner_name
    from open_items
    where end_customer_id = ${end_customer_id} and closed_on is null and state = 'open' and open_amount_minor <> 0
  `)
  const settled = await db.any(sql.type(row<SettledPartner>())`
    select case when (kind in ('payable', 'supplier_advance')) = (change.amount_minor < 0) then 'DBIT' else 'CRDT' end
      as direction, partner_name, currency, sum(abs(change.amount_minor))::bigint as amount_minor,
      sum(abs(change.base_amount_minor))::bigint as base_minor, array_agg(distinct abs(change.amount_minor)::text) as amounts
    from open_item_changes change
    join open_items item using (end_customer_id, open_item_id)
    where change.end_customer_id = ${end_customer_id} and purpose in ('payment', 'refund')
      and change.posting_date >= ${since}::date - ${MOST_DAYS}::integer
    group by 1, partner_name, currency
  `)
  return partnersByName(open, settled)
}

async function namesOfAccounts(
  db: Db,
  end_customer_id: string,
  accounts: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const ofCustomers = await findPartnersOfAccounts(db, end_customer_id, 'document', accounts)
  const ofSuppliers = await findPartnersOfAccounts(db, end_customer_id, 'supplier_payable', accounts)
  const both = (account: string) => [...(ofCustomers.get(account) ?? []), ...(ofSuppliers.get(account) ?? [])]
  return new Map(accounts.map((account) => [account, both(account).flatMap(({ name }) => name ?? [])]))
}

async function findOwnAccounts(db: Db, end_customer_id: string): Promise<ReadonlySet<string>> {
  const found = await db.anyFirst(sql.type(row<{ account: string }>())`
    select iban as account from bank_accounts where end_customer_id = ${end_customer_id}
    union
    select qr_iban from bank_accounts where end_customer_id = ${end_customer_id} and qr_iban is not null
    union
    select substr(mapping_key, length('posting.bank.') + 1) from account_mappings
    where end_customer_id = ${end_customer_id} and mapping_key like 'posting.bank.%'
  `)
  return new Set(found)
}
