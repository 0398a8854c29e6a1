import { row, sql, type Tx } from '../../db/database.ts'
import type { Fragment } from '../../db/filters.ts'

/**
 * Locks the bank entries that a journal entry books, as a voucher or through links to its lines, and finds the facts
 * whose credit for their payments stands on that.
 */
export async function lockBankLegs(
  tx: Tx,
  end_customer_id: string,
  journal_entry_id: string,
): Promise<readonly string[]> {
  const { rows } = await tx.query(sql.type(row())`
    select from camt053_entries
    where end_customer_id = ${end_customer_id} and entry_id in (
      select entry_id from bank_entry_uses
      where end_customer_id = ${end_customer_id} and journal_entry_id = ${journal_entry_id} and state = 'posted'
    )
    order by entry_id
    for update
  `)
  if (rows.length === 0) return []
  return findCredits(tx, end_customer_id, sql.fragment`used.journal_entry_id = ${journal_entry_id}`)
}

/** The facts whose credit stands on a link. Its bank entry is locked. */
export function findCreditsOnLink(tx: Tx, end_customer_id: string, link_id: string): Promise<readonly string[]> {
  return findCredits(tx, end_customer_id, sql.fragment`used.bank_entry_use_id = ${link_id}`)
}

/** A fact that uses enough of the bank entry itself needs no other use of it. */
function findCredits(tx: Tx, end_customer_id: string, isTheLeg: Fragment): Promise<readonly string[]> {
  return tx.anyFirst(sql.type(row<{ source_fact_id: string }>())`
    select distinct credit.source_fact_id
    from bank_entry_uses used
    cross join lateral credits_by_facts(${end_customer_id}, used.entry_id) credit
    where used.end_customer_id = ${end_customer_id} and ${isTheLeg} and used.state = 'posted'
      and used_by in ('voucher', 'link') and (used.payment_id is null or used.payment_id = credit.payment_id)
      and credit.journal_entry_id <> used.journal_entry_id and credit.given_minor > (
        select coalesce(sum(here.amount_minor), 0) from bank_entry_uses here
        where here.end_customer_id = ${end_customer_id} and here.entry_id = used.entry_id
          and here.journal_entry_id = credit.journal_entry_id and here.state = 'posted'
          and (here.payment_id is null or here.payment_id = credit.payment_id)
      )
    order by 1
  `)
}
