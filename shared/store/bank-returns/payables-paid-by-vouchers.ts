import type { TransactionDetails } from '../../camt053/bank-entry/transaction-details.ts'
import type { Returnable } from '../../camt053/returns/find-returned.ts'
import { paymentNamesOf } from '../../camt053/returns/returned-money.ts'
import { toldDetails } from '../bank/details-of-entries.ts'
import { type Db, row, sql } from '../db/database.ts'
import { amountsAsBigint } from '../db/json.ts'
import { recordset } from '../db/recordset.ts'
import type { ReturningEntry } from './open-returns.ts'

/** A payable that a voucher, of a rule say, has paid with all of a debit. */
export type PayableOfVoucher = Returnable & { readonly coming_id: string; readonly account_code: string }

type PayableOfVoucherRow = Pick<PayableOfVoucher, 'coming_id' | 'subject_id' | 'account_code' | 'left_minor'> & {
  readonly acct_svcr_ref: string | null
  /** As JSON; amounts are text. */
  readonly details: string
}

const MOST_DAYS = 400
/** Of a name: the index has no more of it. */
const LONGEST_NAME = 100

const COMING = {
  coming_id: 'uuid',
  bank_account: 'text',
  currency: 'text',
  day: 'date',
  left_minor: 'int8',
  names: 'jsonb',
} as const

/**
 * Payables that vouchers have paid with money which bank entries may bring back in full, by the ids of these: the voucher has used all of a debit of just that
 * amount that has one of their names, for this payable alone, and the payable has not got it back.
 */
export async function findPayablesOfVouchers(
  db: Db,
  end_customer_id: string,
  returning: readonly ReturningEntry[],
): Promise<ReadonlyMap<string, readonly PayableOfVoucher[]>> {
  const coming = returning.filter(({ credit_debit, parts }) => credit_debit === 'CRDT' && parts.length === 1)
  if (coming.length === 0) return new Map()
  const found = await db.any(sql.type(row<PayableOfVoucherRow>())`
    select coming_id, item.open_item_id as subject_id, item.account_code, coming.left_minor,
      camt053_entries.entry ->> 'acct_svcr_ref' as acct_svcr_ref, told.details::text as details
    from ${recordset('coming', COMING, coming.map(comingRow))}
    cross join lateral (
      select distinct entry_id from bank_entry_names named
      where named.end_customer_id = ${end_customer_id} and name = any(array(select jsonb_array_elements_text(coming.names)))
    ) named
    join camt053_entries on camt053_entries.end_customer_id = ${end_customer_id} and camt053_entries.entry_id = named.entry_id
    join bank_entry_uses used on used.end_customer_id = ${end_customer_id} and used.entry_id = named.entry_id
      and used.state = 'posted' and used.used_by = 'voucher' and used.amount_minor = coming.left_minor
    join journal_entries booked on booked.end_customer_id = ${end_customer_id}
      and booked.journal_entry_id = used.journal_entry_id
    join open_item_changes change on change.end_customer_id = ${end_customer_id}
      and change.entry_number = booked.entry_number and change.purpose = 'payment'
      and change.amount_minor = -coming.left_minor
    join open_items item on item.end_customer_id = ${end_customer_id} and item.open_item_id = change.open_item_id
    cross join lateral (select ${toldDetails} as details offset 0) told
    where camt053_entries.account = any(bank_account_names(${end_customer_id}, coming.bank_account))
      and camt053_entries.currency = coming.currency and camt053_entries.credit_debit = 'DBIT'
      and camt053_entries.amount_minor = coming.left_minor
      and camt053_entries.booking_date between coming.day - ${MOST_DAYS}::integer and coming.day
      and item.kind = 'payable' and item.state <> 'reversed' and item.currency = coming.currency
      and item.open_amount_minor + coming.left_minor <= item.amount_minor
      and not exists (
        select from open_item_changes other
        where other.end_customer_id = ${end_customer_id} and other.entry_number = booked.entry_number
          and other.open_item_id <> change.open_item_id
      )
    order by coming_id, item.open_item_id
  `)
  const subjects = found.map(({ acct_svcr_ref, details, ...payable }) => {
    const names = paymentNamesOf(JSON.parse(details, amountsAsBigint) as TransactionDetails[], acct_svcr_ref)
    return { ...payable, names, is_taken_back: false }
  })
  return Map.groupBy(subjects, ({ coming_id }) => coming_id)
}

function comingRow({ entry_id: coming_id, bank_account, currency, day, left_minor, parts }: ReturningEntry) {
  const names = [...new Set(parts.flatMap((part) => Object.values(part.names).flat()))]
  return { coming_id, bank_account, currency, day, left_minor, names: names.map((name) => name.slice(0, LONGEST_NAME)) }
}
