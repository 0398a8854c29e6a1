import { type Db, row, sql } from '../db/database.ts'

export type PartnerSumRow = {
  account_code: string
  partner_key: string
  partner_reference: string | null
  partner_name: string
  /** Index of the bucket, from 0. */
  bucket: number
  /** Debit is positive. */
  base_minor: bigint
}

/** With the relations that mean the partner. */
export type RelatedSumRow = PartnerSumRow & { relation_ids: readonly string[] }

/** Sums of any size are numeric, and come as text. */
export type PartnerSumAsText<Row> = Omit<Row, 'base_minor'> & { base_minor: string }

/**
 * What partners have on the other side than their control account, as changes by bucket: the totals, plus the items and
 * changes that no refresh has folded yet.
 *
 * @param starts first days of the buckets, ascending
 * @param end_date last day of the last bucket
 * @param as_of number of the last entry that counts
 */
export async function readOtherSides(
  db: Db,
  end_customer_id: string,
  starts: readonly string[],
  end_date: string,
  as_of: bigint,
): Promise<readonly PartnerSumRow[]> {
  const query = otherSidesQuery(end_customer_id, starts, end_date, as_of)
  return (await db.any(sql.prepared('read_other_sides', row<PartnerSumAsText<PartnerSumRow>>())`${query}`)).map(
    partnerSumOf,
  )
}

export function otherSidesQuery(end_customer_id: string, starts: readonly string[], end_date: string, as_of: bigint) {
  return sql.fragment`
    with folded as (
      select case when partner_entry_number <= ${as_of} then partner_entry_number else 0 end as through
      from statement_watermarks where end_customer_id = ${end_customer_id}
    ), sums as (
      select account_code, partner_key, partner_reference, partner_name, period_start, base_minor
      from other_side_totals
      where end_customer_id = ${end_customer_id} and (select through from folded) > 0
      union all
      select account_code, partner_key, partner_reference, partner_name, period_start, other_side_minor
      from folded cross join lateral partner_sums_between(${end_customer_id}, folded.through, ${as_of})
    )
    select account_code, partner_key, max(partner_reference) as partner_reference,
      min(partner_name collate "C") as partner_name,
      -- sql.md: buckets
      width_bucket(period_start, ${sql.array(starts, 'date')}) - 1 as bucket, sum(base_minor)::text as base_minor
    from sums
    where period_start <= ${end_date}
    group by account_code, partner_key, bucket
    having sum(base_minor) <> 0
    order by account_code, partner_key, bucket
  `
}

/** Balances of the partners that are or were holders of shares, organs or participations, as changes by bucket. */
export async function readRelatedPartners(
  db: Db,
  end_customer_id: string,
  starts: readonly string[],
  end_date: string,
  as_of: bigint,
): Promise<readonly RelatedSumRow[]> {
  const query = relatedPartnersQuery(end_customer_id, starts, end_date, as_of)
  return (await db.any(sql.prepared('read_related_partners', row<PartnerSumAsText<RelatedSumRow>>())`${query}`)).map(
    partnerSumOf,
  )
}

export function relatedPartnersQuery(
  end_customer_id: string,
  starts: readonly string[],
  end_date: string,
  as_of: bigint,
) {
  return sql.fragment`
    with related as materialized (
      select account_code, partner_key, max(partner_reference) as partner_reference, max(partner_name) as partner_name,
        array_agg(partner_relation_id::text) as relation_ids
      from partners_of_relations(${end_customer_id}, ${as_of})
      group by account_code, partner_key
    ), folded as (
      select case when partner_entry_number <= ${as_of} then partner_entry_number else 0 end as through
      from statement_watermarks where end_customer_id = ${end_customer_id}
    ), sums as (
      select related.account_code, related.partner_key, totals.period_start, totals.base_minor
      from related
      -- sql.md: lateral in order
      cross join lateral (
        select period_start, base_minor from partner_period_totals
        where end_customer_id = ${end_customer_id} and account_code = related.account_code
          and partner_key = related.partner_key
        order by period_start
      ) totals
      where (select through from folded) > 0
      union all
      select behind.account_code, behind.partner_key, behind.period_start, behind.base_minor
      from folded
      cross join lateral partner_sums_between(${end_customer_id}, folded.through, ${as_of}) behind
      where exists (select from related)
    )
    select account_code, partner_key, related.partner_reference, related.partner_name, related.relation_ids,
      -- sql.md: buckets
      width_bucket(period_start, ${sql.array(starts, 'date')}) - 1 as bucket, sum(base_minor)::text as base_minor
    from sums join related using (account_code, partner_key)
    where period_start <= ${end_date}
    group by account_code, partner_key, related.partner_reference, related.partner_name, related.relation_ids, bucket
    having sum(base_minor) <> 0
    order by account_code, partner_key, bucket
  `
}

export function partnerSumOf<Row extends PartnerSumRow>(sum: PartnerSumAsText<Row>) {
  return { ...sum, base_minor: BigInt(sum.base_minor) }
}
