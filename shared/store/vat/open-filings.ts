import type { OpenVatFiling } from '../../camt053/matching/match-vat-filings.ts'
import { type Db, row, sql } from '../db/database.ts'

/** Filed returns by what of them is open on the account with the tax administration. */
export type OpenVatFilings = { readonly owed: readonly OpenVatFiling[]; readonly refunds: readonly OpenVatFiling[] }

/**
 * Debits of that account pay what is owed and credits are refunds, each the oldest filing of its sign first, so the newest are
 * open; a reversal takes away what it reverses. An opening balance is older than every filing. What is credited beyond all
 * refunds was booked as owed by hand, and the other way round.
 */
export async function findOpenVatFilings(db: Db, end_customer_id: string): Promise<OpenVatFilings> {
  const filings = await db.any(sql.type(row<OpenVatFiling & { is_refund: boolean }>())`
    with filing as materialized (
      select filing_id, filing_number, period, submission = 'annual_reconciliation' as is_reconciliation, abs(added_minor) as amount_minor, added_minor < 0 as is_refund,
        sum(abs(added_minor)) over (partition by added_minor < 0 order by filing_number desc) as with_newer_minor
      from vat_filings
      where end_customer_id = ${end_customer_id} and added_minor <> 0
    ), open_of_sign as materialized (
      ${openOfEachSign(end_customer_id)}
    )
    select filing_id as id, period, is_reconciliation, base_currency as currency, open_amount_minor, is_refund
    from filing
    cross join open_of_sign
    cross join lateral (
      select least(
        amount_minor,
        case when is_refund then open_refunds_minor else open_owed_minor end - (with_newer_minor - amount_minor)
      )::bigint as open_amount_minor
    ) opened
    join end_customers on end_customers.end_customer_id = ${end_customer_id}
    where open_amount_minor > 0
    order by filing_number
  `)
  return {
    owed: filings.filter(({ is_refund }) => !is_refund),
    refunds: filings.filter(({ is_refund }) => is_refund),
  }
}

/** What is open of all that is owed, and of all that is to come back. */
function openOfEachSign(end_customer_id: string) {
  return sql.fragment`
    select owed_minor - paid_minor + greatest(refunded_minor - refunds_minor, 0) as open_owed_minor,
      refunds_minor - refunded_minor + greatest(paid_minor - owed_minor, 0) as open_refunds_minor
    from (
      select
        coalesce(sum(credit) filter (where kind <> 'payment'), 0) as owed_minor,
        coalesce(sum(debit) filter (where kind <> 'payment'), 0) as refunds_minor,
        coalesce(sum(debit) filter (where kind = 'payment'), 0) as paid_minor,
        coalesce(sum(credit) filter (where kind = 'payment'), 0) as refunded_minor
      from (
        select 'filing' as kind, greatest(added_minor, 0)::numeric as credit, greatest(-added_minor, 0)::numeric as debit
        from vat_filings where end_customer_id = ${end_customer_id}
        union all
        ${movementsBesideFilings(end_customer_id)}
      ) moved
    ) total
  `
}

function movementsBesideFilings(end_customer_id: string) {
  return sql.fragment`
    select case when entry_type in ('opening', 'takeover') then 'opening' else 'payment' end,
      case when reversal_of is null then credit_minor::numeric else -debit_minor end,
      case when reversal_of is null then debit_minor::numeric else -credit_minor end
    from journal_lines line
    join journal_entries entry using (end_customer_id, entry_number)
    where line.end_customer_id = ${end_customer_id} and exists (select from filing) and source_type <> 'vat_filing'
      and account_code in (
        select account_code from account_mappings
        where end_customer_id = ${end_customer_id} and mapping_key = 'posting.vat_settlement'
      )
  `
}
