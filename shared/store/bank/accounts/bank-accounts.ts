import { type Db, row, sql, type Tx } from '../../db/database.ts'
import { ENTRY_DAY } from '../entry-day.ts'

/** An account at the bank of which it is known whether it has a QR-IBAN. */
export type BankAccountRow = {
  iban: string
  /** Null: it has none. */
  qr_iban: string | null
  stated_by: 'request' | 'mappings' | 'account_number'
  /** False while bank entries that came under the QR-IBAN wait to be compared with those of the IBAN. */
  is_joined: boolean
}

export function listBankAccounts(db: Db, end_customer_id: string): Promise<readonly BankAccountRow[]> {
  return db.any(sql.type(row<BankAccountRow>())`
    select iban, qr_iban, stated_by, joined_at is not null as is_joined from bank_accounts
    where end_customer_id = ${end_customer_id}
    order by iban
  `)
}

/** @param is_joined nothing came under the QR-IBAN before */
export async function saveBankAccount(
  tx: Tx,
  end_customer_id: string,
  { iban, qr_iban, stated_by, is_joined }: BankAccountRow,
): Promise<void> {
  await tx.query(sql.type(row())`
    insert into bank_accounts (end_customer_id, iban, qr_iban, stated_by, joined_at)
    values (${end_customer_id}, ${iban}, ${qr_iban}, ${stated_by}, case when ${is_joined} then now() end)
    on conflict (end_customer_id, iban) do update
    set qr_iban = excluded.qr_iban, stated_by = excluded.stated_by, joined_at = excluded.joined_at
  `)
}

/** From now on bank entries that come under the QR-IBAN are those of the IBAN. */
export async function markJoined(tx: Tx, end_customer_id: string, iban: string): Promise<void> {
  await tx.query(sql.type(row())`
    update bank_accounts set joined_at = now()
    where end_customer_id = ${end_customer_id} and iban = ${iban} and joined_at is null
  `)
}

/** The accounts at the bank that names mean: the IBAN of a QR-IBAN, or else the name itself. */
export function createAccountOf(accounts: readonly BankAccountRow[]): (name: string) => string {
  const ibans = new Map(
    accounts.flatMap(({ iban, qr_iban, is_joined }) => (qr_iban && is_joined ? [[qr_iban, iban]] : [])),
  )
  return (name) => ibans.get(name) ?? name
}

/** A name of an account at the bank that bank statements have, or a mapping. */
export type AccountName = {
  readonly name: string
  readonly has_statements: boolean
  /** The ledger account of posting.bank.<name>; null where it has no mapping of its own. */
  readonly mapped_to: string | null
  /** The ledger account that it has, by its own mapping or the one of all others. */
  readonly account_code: string | null
}

/** All names of accounts at the bank, and others that are asked for, with their ledger accounts on a day. */
export function listAccountNames(
  db: Db,
  end_customer_id: string,
  date: string,
  others: readonly string[],
): Promise<readonly AccountName[]> {
  return db.any(sql.type(row<AccountName>())`
    select name, has_statements, mapping.account_code as mapped_to,
      bank_ledger_account(${end_customer_id}, name, ${date}) as account_code
    from (
      select name, bool_or(has_statements) as has_statements
      from (
        select account as name, true as has_statements
        from (select distinct account from camt053_statements where end_customer_id = ${end_customer_id}) told
        union all
        select substr(mapping_key, length('posting.bank.') + 1), false from account_mappings
        where end_customer_id = ${end_customer_id} and mapping_key like 'posting.bank.%'
        union all
        select unnest(${sql.array(others, 'text')}), false
      ) named
      group by name
    ) named
    left join lateral (
      select account_code from account_mappings
      where end_customer_id = ${end_customer_id} and mapping_key = 'posting.bank.' || name
        and valid_from <= ${date} and (valid_to is null or ${date} <= valid_to)
      limit 1
    ) mapping on true
    order by name
  `)
}

/** The ledger account of an account at the bank on a day; null where it has none. */
export function findLedgerAccountOf(db: Db, end_customer_id: string, name: string, date: string) {
  return db.oneFirst(sql.type(row<{ account_code: string | null }>())`
    select bank_ledger_account(${end_customer_id}, ${name}, ${date}) as account_code
  `)
}

/** The first day of the bank entries that came under a name; null where none did. */
export function findFirstDayOf(db: Db, end_customer_id: string, name: string): Promise<string | null> {
  return db.oneFirst(sql.type(row<{ day: string | null }>())`
    select min(${ENTRY_DAY}) as day from camt053_entries entry
    where end_customer_id = ${end_customer_id} and account = ${name} and left(account, 100) = left(${name}, 100)
  `)
}

type UnequalMapping = { readonly day: string; readonly account_code: string; readonly qr_account_code: string }

/** The first day, from one on, on which an IBAN and its QR-IBAN are mapped to different ledger accounts. */
export function findUnequalMapping(db: Db, end_customer_id: string, iban: string, qr_iban: string, since: string) {
  return db.maybeOne(sql.type(row<UnequalMapping>())`
    select day, account_code, qr_account_code
    from unequal_bank_mapping(${end_customer_id}, ${iban}, ${qr_iban}, ${since}::date)
  `)
}

/** One import of each QR-IBAN of which bank entries wait to be compared with those of its IBAN. */
export function findImportsToJoin(db: Db, end_customer_id: string): Promise<readonly string[]> {
  return db.anyFirst(sql.type(row<{ import_id: string }>())`
    select told.import_id
    from bank_accounts account
    cross join lateral (
      select import_id from camt053_statements
      where end_customer_id = ${end_customer_id} and left(camt053_statements.account, 100) = left(account.qr_iban, 100)
        and camt053_statements.account = account.qr_iban
      limit 1
    ) told
    where end_customer_id = ${end_customer_id} and qr_iban is not null and joined_at is null
  `)
}

/** The names under which bank entries of an account at the bank are kept. */
export function findBankAccountNames(db: Db, end_customer_id: string, name: string): Promise<readonly string[]> {
  return db.anyFirst(sql.type(row<{ name: string }>())`
    select unnest(bank_account_names(${end_customer_id}, ${name})) as name
  `)
}
