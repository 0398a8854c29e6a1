import { row, sql, type Tx } from '../db/database.ts'

/**
 * Folds lines and items of control accounts behind each watermark into their totals. The watermark rows are locked by the
 * caller; their own column is moved, because processes of the release before move the other ones alone.
 */
export async function foldControlAccounts(tx: Tx, end_customer_ids: readonly string[]): Promise<void> {
  await tx.query(sql.type(row())`
    with heads as (
      select end_customer_id, last_entry_number from ledger_heads
      where end_customer_id = any(${sql.array(end_customer_ids, 'uuid')})
    ), folded as (
      insert into control_account_totals as totals (
        end_customer_id, account_code, currency, period_start, line_minor, line_base_minor, item_minor, item_base_minor
      )
      select end_customer_id, account_code, currency, period_start, line_minor, line_base_minor, item_minor,
        item_base_minor
      from heads
      join statement_watermarks watermark using (end_customer_id)
      cross join lateral control_sums_between(
        end_customer_id, control_accounts_of(end_customer_id), control_entry_number, last_entry_number
      )
      order by end_customer_id, account_code, currency, period_start
      on conflict (end_customer_id, account_code, currency, period_start) do update
      set line_minor = totals.line_minor + excluded.line_minor,
        line_base_minor = totals.line_base_minor + excluded.line_base_minor,
        item_minor = totals.item_minor + excluded.item_minor,
        item_base_minor = totals.item_base_minor + excluded.item_base_minor
    )
    update statement_watermarks watermark
    set control_entry_number = heads.last_entry_number
    from heads
    where watermark.end_customer_id = heads.end_customer_id
  `)
}
