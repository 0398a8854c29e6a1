import { row, sql, type Tx } from '../db/database.ts'
import { recordset } from '../db/recordset.ts'

export type OpenedAccount = {
  readonly end_customer_id: string
  readonly account_code: string
  readonly kind: string
  /** The last entry before the one that opened an item on the account. */
  readonly since_entry_number: bigint
}
const OPENED_ACCOUNT = {
  end_customer_id: 'uuid',
  account_code: 'text',
  kind: 'text',
  since_entry_number: 'int8',
} as const

/** An account becomes a control account when an item is opened on it; its lines from before are listed. */
export async function keepControlAccounts(tx: Tx, opened: readonly OpenedAccount[]): Promise<void> {
  if (opened.length === 0) return
  await tx.query(sql.type(row())`
    with added as (
      insert into control_accounts (end_customer_id, account_code, kind, since_entry_number)
      select end_customer_id, account_code, kind, min(since_entry_number)
      from ${recordset('opened', OPENED_ACCOUNT, opened)}
      group by end_customer_id, account_code, kind
      -- Each takes the watermark of its ledger, as a refresh does in this order.
      order by end_customer_id, account_code, kind
      on conflict do nothing
      returning end_customer_id, account_code, since_entry_number
    )
    select list_legacy_lines(end_customer_id, account_code, since_entry_number) from added
  `)
}
