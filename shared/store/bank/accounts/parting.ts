import { type Db, row, sql } from '../../db/database.ts'

/**
 * Whether bank statements or notifications that say a QR-IBAN were read as those of its IBAN. Their bank entries are those of the
 * IBAN for good: it is in their hashes.
 */
export function isReadAsIban(db: Db, end_customer_id: string, iban: string, qr_iban: string): Promise<boolean> {
  const said = JSON.stringify([{ account_iban: qr_iban }])
  return db.exists(sql.type(row())`
    select from camt053_statements
    where end_customer_id = ${end_customer_id} and left(account, 100) = left(${iban}, 100) and account = ${iban}
      and figures ->> 'account_iban' = ${qr_iban}
    union all
    select from camt054_entries notified
    join camt053_imports import using (end_customer_id, import_id)
    where notified.end_customer_id = ${end_customer_id} and notified.account = ${iban}
      and import.statements @> ${said}::jsonb
    limit 1
  `)
}

/**
 * Bank entries that an IBAN and its QR-IBAN have in common: with a place in a bank statement of the other name, in doubt or decided
 * beside one of the other name, or taking a payment of the other name back.
 */
export function findEntriesInCommon(db: Db, end_customer_id: string, iban: string, qr_iban: string, limit: number) {
  const names = sql.array([iban, qr_iban], 'text')
  return db.anyFirst(sql.type(row<{ entry_id: string }>())`
    with entries as materialized (
      select entry_id, account, possible_repeat_of from camt053_entries
      where end_customer_id = ${end_customer_id} and account = any(${names})
        and left(account, 100) = any(array(select left(name, 100) from unnest(${names}) name))
    )
    select entry_id from entries
    where exists (
      select from camt053_statement_entries place
      where place.end_customer_id = ${end_customer_id} and place.entry_id = entries.entry_id
        and place.account <> entries.account
    ) or exists (
      select from camt053_entries other
      where other.end_customer_id = ${end_customer_id} and other.entry_id = entries.possible_repeat_of
        and other.account <> entries.account
    ) or exists (
      select from payments payment
      where payment.end_customer_id = ${end_customer_id} and payment.returned_by = entries.entry_id
        and payment.account <> entries.account
    )
    order by entry_id
    limit ${limit}
  `)
}
