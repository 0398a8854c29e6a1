import type { EntryTold } from '../../camt053/matching/meant/payments-told.ts'
import type { KnownBeside } from '../../camt053/matching/meant/what-may-be-meant.ts'
import { findPartnersOfAccounts } from '../bank/partners-of-accounts.ts'
import { type Db, row, sql } from '../db/database.ts'
import type { PartnersOf } from './known-partners.ts'
import { findNamingEntries } from './naming-entries.ts'

/** Finds what bank entries may mean beside what rules say of them. The partners are not read where there is none. */
export function knownOf(
  db: Db,
  end_customer_id: string,
  partnersOf: PartnersOf,
): (entries: readonly EntryTold[]) => Promise<KnownBeside | null> {
  return async (entries) => {
    const [first] = entries.map(({ day }) => day).sort()
    if (first === undefined) return null
    const accounts = entries.flatMap(({ payments }) => payments.flatMap(({ iban }) => iban ?? []))
    return {
      partners: await partnersOf(db, first),
      partnersOfAccounts: await namesOfAccounts(db, end_customer_id, [...new Set(accounts)]),
      naming: await findNamingEntries(db, end_customer_id, entries),
      own_accounts: await findOwnAccounts(db, end_customer_id),
    }
  }
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
