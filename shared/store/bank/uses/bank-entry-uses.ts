import { row, sql, type Tx } from '../../db/database.ts'
import { recordset } from '../../db/recordset.ts'

/** A part of a bank entry that the line of a voucher books. */
export type NewVoucherUse = {
  readonly end_customer_id: string
  readonly entry_id: string
  readonly payment_id: string | null
  readonly source_fact_id: string
  readonly journal_entry_id: string
  readonly line_number: number
  readonly amount_minor: bigint
}

const NEW_VOUCHER_USE = {
  end_customer_id: 'uuid',
  entry_id: 'uuid',
  payment_id: 'uuid',
  source_fact_id: 'uuid',
  journal_entry_id: 'uuid',
  line_number: 'int2',
  amount_minor: 'int8',
} as const

/** Takes out of bank entries, which are locked, what vouchers have booked. */
export function voucherUsesInsert(uses: readonly NewVoucherUse[]) {
  return sql.type(row())`
    with input as materialized (
      select end_customer_id, entry_id, payment_id, source_fact_id, journal_entry_id, line_number, amount_minor
      from ${recordset('input', NEW_VOUCHER_USE, uses)}
    ), kept as (
      insert into bank_entry_uses (
        end_customer_id, bank_entry_use_id, entry_id, payment_id, used_by, source_id, journal_entry_id, line_number,
        amount_minor, state
      )
      select end_customer_id, gen_random_uuid(), entry_id, payment_id, 'voucher', source_fact_id, journal_entry_id,
        line_number, amount_minor, 'posted'
      from input
    ), taken as (
      select end_customer_id, entry_id, sum(amount_minor) as amount_minor from input group by end_customer_id, entry_id
    )
    update camt053_entries set used_minor = used_minor + taken.amount_minor
    from taken
    where camt053_entries.end_customer_id = taken.end_customer_id and camt053_entries.entry_id = taken.entry_id
  `
}

/**
 * The bank entries whose booking the transaction has changed: by sources that it posted or reversed, or through links to
 * lines of journal entries that it reversed.
 */
export function findChangedBankEntries(
  tx: Tx,
  end_customer_id: string,
  source_ids: readonly string[],
  reversed_entry_ids: readonly string[],
): Promise<readonly string[]> {
  return tx.anyFirst(sql.type(row<{ entry_id: string }>())`
    select entry_id from bank_entry_uses
    where end_customer_id = ${end_customer_id} and source_id = any(${sql.array(source_ids, 'uuid')})
      and (state = 'posted' or released_at = now())
    union
    select entry_id from bank_entry_uses
    where end_customer_id = ${end_customer_id} and journal_entry_id = any(${sql.array(reversed_entry_ids, 'uuid')})
      and released_at = now()
    union
    -- Of money that came back: the bank entry that brought it, and the one that it had left by, which it holds now.
    select unnest(array[entry_id, original_entry_id]) from bank_returns
    where end_customer_id = ${end_customer_id} and subject_id = any(${sql.array(source_ids, 'uuid')})
      and source_fact_id is null and undone_at is null
    order by entry_id
  `)
}
