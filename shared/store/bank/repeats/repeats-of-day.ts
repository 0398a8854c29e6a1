import type { ListedRepeat } from '../../../accounting/bank/reconciliation/reconciliation.ts'
import { type Db, row, sql } from '../../db/database.ts'
import { ENTRY_DAY } from '../entry-day.ts'
import { type ReconciledLedgerAccount, SIGNED_AMOUNT } from '../reconciliation.ts'

/** Possible repeats about which nobody has decided, up to a day, whether the balances of bank statements count them or not. */
export function listRepeatsOfDay(
  db: Db,
  end_customer_id: string,
  { bank_accounts, currency }: ReconciledLedgerAccount,
  date: string,
  uncounted: readonly string[],
): Promise<readonly ListedRepeat[]> {
  return db.any(sql.type(row<ListedRepeat>())`
    select entry_id, possible_repeat_of as other_id, account as bank_account, ${ENTRY_DAY} as date,
      ${SIGNED_AMOUNT} as amount_minor,
      coalesce(entry.entry ->> 'additional_info', entry.entry #>> '{tx_details,0,unstructured,0}') as text,
      entry_id <> all(${sql.array(uncounted, 'uuid')}) as is_counted
    from camt053_entries entry
    where end_customer_id = ${end_customer_id} and repeat_state = 'undecided' and is_booked
      and account = any(${sql.array(bank_accounts, 'text')}) and currency = ${currency} and ${ENTRY_DAY} <= ${date}
    order by date, entry_id
  `)
}
