import { toldDetails } from '../../bank/details-of-entries.ts'
import { accountOfOther } from '../../bank/partners-of-accounts.ts'
import { type Db, row, sql } from '../../db/database.ts'
import type { Fragment } from '../../db/filters.ts'
import { recordset } from '../../db/recordset.ts'
import { namesLine } from '../../open-items/ids-of-debits.ts'
import { isStandingReturn } from '../../open-items/ordered-now.ts'

/**
 * Where each of these partners was paid last, by its key: ordered to be paid, or by a debit of the bank that is the evidence of a
 * settlement. What was rejected or withdrawn counts where the bank has paid it all the same; so does what the bank has brought back, as
 * an account that is closed was the last one. What is reversed does not. Ids made later sort later, whichever they are.
 */
export async function findLastIbans(
  db: Db,
  end_customer_id: string,
  partner_keys: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const keys = sql.fragment`${sql.array(partner_keys, 'text')}`
  const found = await db.any(sql.type(row<{ partner_key: string; iban: string }>())`
    select distinct on (partner_key) partner_key, iban
    from (
      ${ordered(end_customer_id, keys)} union all ${returned(end_customer_id, keys)}
      union all ${debited(end_customer_id, keys)} union all ${paidAllTheSame(end_customer_id, keys)}
    ) paid
    where iban is not null
    order by partner_key, paid_by desc, is_of_order desc
  `)
  return new Map(found.map(({ partner_key, iban }) => [partner_key, iban]))
}

/** sql.md: lateral limit 1 */
function ordered(end_customer_id: string, keys: Fragment): Fragment {
  return sql.fragment`
    select wanted.partner_key, creditor_iban as iban, payment_order_id as paid_by, true as is_of_order
    from unnest(${keys}) as wanted (partner_key)
    cross join lateral (
      select creditor_iban, payment_order_id from payment_order_lines line
      where line.end_customer_id = ${end_customer_id} and line.partner_key = wanted.partner_key
        and left(line.partner_key, 100) = left(wanted.partner_key, 100) and state in ('ordered', 'paid')
      order by payment_order_id desc, line_number desc
      limit 1
    ) last
  `
}

/** The money of an order has come back: the account was its own all the same. */
function returned(end_customer_id: string, keys: Fragment): Fragment {
  return sql.fragment`
    select partner_key, creditor_iban, payment_order_id, true
    from payment_order_lines
    where end_customer_id = ${end_customer_id} and freed_by is not null and partner_key = any(${keys})
  `
}

const settledByDebit = (end_customer_id: string) => sql.fragment`
  supplier_settlements settlement
  join open_items item on item.end_customer_id = settlement.end_customer_id and open_item_id = supplier_payable_id
  join camt053_entries on camt053_entries.end_customer_id = settlement.end_customer_id
    and camt053_entries.entry_id = settlement.evidence_entry_id and credit_debit = 'DBIT'
    and settlement.end_customer_id = ${end_customer_id} and (
      settlement.state <> 'reversed' or exists (
        select from bank_returns back
        where back.end_customer_id = settlement.end_customer_id and back.subject_id = settlement.settlement_id and ${isStandingReturn}
      )
    )
`

/** A debit of several payments does not say which of them this is. sql.md: offset 0 */
function debited(end_customer_id: string, keys: Fragment): Fragment {
  return sql.fragment`
    select partner_key(partner_reference, partner_name), ${accountOfOther(sql.fragment`details`)}, settlement_id, false
    from ${settledByDebit(end_customer_id)}
    cross join lateral (select ${toldDetails} as details offset 0) told
    where partner_key(partner_reference, partner_name) = any(${keys})
  `
}

/** What the bank has rejected, or was withdrawn, and its debit pays all the same: to the account of that order. */
function paidAllTheSame(end_customer_id: string, keys: Fragment): Fragment {
  return sql.fragment`
    select partner_key(partner_reference, partner_name), creditor_iban, settlement_id, true
    from ${settledByDebit(end_customer_id)}
    join payment_order_lines line on line.end_customer_id = settlement.end_customer_id
      and line.supplier_payable_id = settlement.supplier_payable_id and line.state in ('rejected', 'withdrawn')
    where partner_key(partner_reference, partner_name) = any(${keys}) and ${namesLine}
  `
}

export type AccountOfPartner = { readonly partner_key: string; readonly iban: string }

/** Those of some accounts that somebody has accepted by name for their partner before, in an order whose payment was neither given up nor came back. */
export function findAcceptedBefore(
  db: Db,
  end_customer_id: string,
  accounts: readonly AccountOfPartner[],
): Promise<readonly AccountOfPartner[]> {
  return db.any(sql.type(row<AccountOfPartner>())`
    select partner_key, iban
    from ${recordset('wanted', { partner_key: 'text', iban: 'text' }, accounts)}
    where exists (
      select from payment_order_lines line
      where line.end_customer_id = ${end_customer_id} and left(line.partner_key, 100) = left(wanted.partner_key, 100)
        and line.partner_key = wanted.partner_key and line.creditor_iban = wanted.iban and line.iban_before is not null
        and line.state in ('ordered', 'paid')
    )
  `)
}
