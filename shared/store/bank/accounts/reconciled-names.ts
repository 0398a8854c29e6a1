import { type Db, row, sql } from '../../db/database.ts'

/** Names under which bank statements came that say balances by a day, with the ledger accounts that they are compared with. */
export function listReconciledNames(db: Db, end_customer_id: string, date: string) {
  return db.any(sql.type(row<{ name: string; account_code: string }>())`
    select name, account_code
    from (
      select distinct account as name from camt053_statements where end_customer_id = ${end_customer_id}
    ) told
    cross join lateral bank_ledger_account(${end_customer_id}, name, ${date}) account_code
    where account_code is not null
      and exists (
        select from camt053_statements
        where end_customer_id = ${end_customer_id} and account = name and figures #>> '{opening,date}' <= ${date}
      )
      and exists (
        select from camt053_statements
        where end_customer_id = ${end_customer_id} and account = name and figures #>> '{closing,date}' is not null
      )
    order by name
  `)
}
