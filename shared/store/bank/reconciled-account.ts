import { type Db, row, sql } from '../db/database.ts'
import { recordset } from '../db/recordset.ts'
import type { ReconciledLedgerAccount } from './reconciliation.ts'

/** An account at the bank that stands on a ledger account whatever is mapped. */
export type FixedMapping = { readonly account: string; readonly account_code: string }

/**
 * The ledger account of that code, or the one that an account at the bank is mapped to on that day.
 *
 * @param fixed mappings that count instead of those of now
 */
export function findReconciledAccount(
  db: Db,
  end_customer_id: string,
  named: string,
  date: string,
  fixed: readonly FixedMapping[] = [],
) {
  const accountOf = (account: 'account' | 'iban') => {
    const name = sql.identifier([account])
    return sql.fragment`coalesce(
      (select fixed_code from fixed where fixed_name = ${name}),
      bank_ledger_account(${end_customer_id}, ${name}, ${date})
    )`
  }
  return db.maybeOne(sql.type(row<ReconciledLedgerAccount>())`
    with fixed (fixed_name, fixed_code) as materialized (
      select account, account_code from ${recordset('fixed', { account: 'text', account_code: 'text' }, fixed)}
    ), wanted as (
      select coalesce(
        (select account_code from accounts where end_customer_id = ${end_customer_id} and account_code = ${named}),
        (
          select ${accountOf('account')} from camt053_statements
          where end_customer_id = ${end_customer_id} and account = bank_account_of(${end_customer_id}, ${named})
          limit 1
        ),
        (
          select account_code from account_mappings
          where end_customer_id = ${end_customer_id} and mapping_key = 'posting.bank.' || ${named}::text
            and valid_from <= ${date} and (valid_to is null or ${date} <= valid_to)
          limit 1
        )
      ) as account_code
    )
    select account_code, account_name, chart.currency, base_currency, array(
      select distinct account from camt053_statements
      where end_customer_id = ${end_customer_id} and ${accountOf('account')} = wanted.account_code
      order by account
    ) as bank_accounts, (
      select coalesce(jsonb_agg(jsonb_build_object('iban', iban, 'qr_iban', qr_iban) order by iban), '[]')
      from bank_accounts account
      where end_customer_id = ${end_customer_id} and joined_at is not null and qr_iban is not null
        and ${accountOf('iban')} = wanted.account_code
    ) as qr_ibans
    from wanted
    join end_customers customer on customer.end_customer_id = ${end_customer_id}
    cross join lateral (
      select account_name, currency from chart_accounts
      where chart_accounts.end_customer_id = ${end_customer_id} and chart_accounts.account_code = wanted.account_code
      order by valid_from <= ${date} desc, valid_from desc
      limit 1
    ) chart
  `)
}
