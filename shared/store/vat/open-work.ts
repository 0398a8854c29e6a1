import type { OpenWork } from '../../accounting/vat/filing/open-work.ts'
import type { Submission } from '../../contract/vat/vat-filings.ts'
import { ENTRY_DAY } from '../bank/entry-day.ts'
import { type Db, row, sql } from '../db/database.ts'
import type { Fragment } from '../db/filters.ts'
import type { ReturnScope } from './tax-accounts.ts'

type DaysOfReturn = Omit<ReturnScope, 'as_of'> & { readonly submission: Submission }
type Counted = Omit<OpenWork, 'is_at_least'> & { readonly looked_at: number }

/** Of each kind so many are looked at, whatever their days. */
const LOOKED_AT = 10_000
/** So many are named. */
const NAMED = 5
const DRAFTS = ['allocation_posting', 'settlement_posting']
const REVERSALS = ['source_fact_reversal', 'allocation_reversal', 'settlement_reversal']

/**
 * What of the days of a return is not booked, and what the bank has booked and the ledger has not. The text differs with the
 * submission alone, and so does the name. sql.md: kept plan
 */
export async function findOpenWork(db: Db, days: DaysOfReturn): Promise<readonly OpenWork[]> {
  const counted = await db.any(sql.prepared(`find_open_work_${days.submission}`, row<Counted>())`
    ${countOf('facts_not_booked', openFacts(days))}
    union all
    ${countOf('drafts_not_booked', blockedIntents(days, DRAFTS))}
    union all
    ${countOf('reversals_not_booked', blockedIntents(days, REVERSALS))}
    union all
    ${countOf('bank_entries_not_booked', openBankEntries(days))}
  `)
  return counted.flatMap(({ looked_at, ...work }) => {
    const is_at_least = looked_at >= LOOKED_AT
    return work.count > 0 || is_at_least ? [{ ...work, is_at_least }] : []
  })
}

/** @param work kind, id, is_blocked and is_of_days of each that is looked at */
function countOf(code: OpenWork['code'], work: Fragment): Fragment {
  return sql.fragment`(
    with work as materialized (${work}), of_days as (select kind, id, is_blocked from work where is_of_days)
    select ${code} as code, (select count(*)::integer from of_days) as count,
      (select count(*)::integer from of_days where is_blocked) as blocked,
      (select count(*)::integer from work) as looked_at,
      coalesce((
        select jsonb_agg(jsonb_build_object('kind', kind, 'id', id) order by id)
        from (select kind, id from of_days order by id limit ${NAMED}) named
      ), '[]') as first
  )`
}

/** sql.md: lateral limit 1; sql.md: no other index */
function openFacts(days: DaysOfReturn): Fragment {
  const { end_customer_id } = days
  const states = (condition: Fragment) => sql.fragment`(
    select source_fact_id, state from fact_states
    where end_customer_id = ${end_customer_id} and ${condition}
    order by source_fact_id limit ${LOOKED_AT}
  )`
  return sql.fragment`
    select 'source_fact' as kind, source_fact_id as id, state = 'blocked' as is_blocked, is_of_days
    from (
      ${states(sql.fragment`state = 'blocked'`)}
      union all ${states(sql.fragment`state = 'received' and failed_at is null`)}
      union all ${states(sql.fragment`failed_at is not null`)}
      limit ${LOOKED_AT}
    ) open_fact
    cross join lateral (
      select ${countsIn(days)} as is_of_days from source_facts fact
      where fact.source_fact_id = open_fact.source_fact_id
        and fact.end_customer_id is not distinct from ${end_customer_id}::uuid
      limit 1
    ) accepted
  `
}

/** A first return has what is booked in its days, and invoices that are dated in them. What corrects an error may be dated later, and names a day of the error. */
function countsIn({ from, to, submission }: DaysOfReturn): Fragment {
  if (submission === 'first')
    return sql.fragment`(
      business_date between ${from} and ${to}
      or fact_type = 'customer_invoice' and request #>> '{payload,document_date}' between ${from} and ${to}
    )`
  const byCause = submission === 'correction' ? sql.fragment`request ->> 'cause' = 'error'` : sql.fragment`false`
  return sql.fragment`
    coalesce(request ->> 'vat_period' = ${submission}, ${byCause}, false)
    and (business_date between ${from} and ${to} or exists (
      select from unnest(array[
        request ->> 'tax_date', request #>> '{payload,document_date}', request #>> '{payload,supply_date}'
      ]) as said (day)
      where day between ${from} and ${to}
    ))
  `
}

/** Reversals count from the day that their request names, else from that of what they take back. */
function blockedIntents({ end_customer_id, from, to }: DaysOfReturn, types: readonly string[]): Fragment {
  return sql.fragment`
    select kind, id, true as is_blocked, coalesce(day between ${from} and ${to}, false) as is_of_days
    from (
      select intent_id, subject_id, request, intent_type from intents
      where end_customer_id = ${end_customer_id} and state = 'blocked' and intent_type = any(${sql.array(types, 'text')})
      order by intent_id limit ${LOOKED_AT}
    ) intent
    cross join lateral (
      select 'source_fact' as kind, subject_id as id, business_date as dated from source_facts fact
      where intent_type like 'source_fact%' and fact.source_fact_id = subject_id
        and fact.end_customer_id is not distinct from ${end_customer_id}::uuid
      union all
      select 'payment_allocation', subject_id, posting_date from allocations
      where intent_type like 'allocation%' and allocations.end_customer_id = ${end_customer_id}
        and allocation_id = subject_id
      union all
      select 'supplier_payable', supplier_payable_id, settlement_date from supplier_settlements
      where intent_type like 'settlement%' and supplier_settlements.end_customer_id = ${end_customer_id}
        and settlement_id = subject_id
      limit 1
    ) subject
    cross join lateral (select coalesce((request ->> 'posting_date')::date, dated) as day) on_day
  `
}

function openBankEntries({ end_customer_id, from, to }: DaysOfReturn): Fragment {
  return sql.fragment`
    select 'camt053_entry' as kind, entry_id as id, false as is_blocked, day between ${from} and ${to} as is_of_days
    from (
      select entry_id, ${ENTRY_DAY} as day from camt053_entries entry
      where end_customer_id = ${end_customer_id}
        and is_booked and dismissed_by is null and used_minor < amount_minor
        and repeat_state is distinct from 'repeat'
      order by entry_id limit ${LOOKED_AT}
    ) entry
  `
}
