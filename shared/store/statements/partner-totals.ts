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
    select account_code, partner_key, partner_reference, partner_name, bucket, base_minor::text
    from other_sides_of_partners(${end_customer_id}, ${sql.array(starts, 'date')}, ${end_date}, ${as_of})
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
    select account_code, partner_key, partner_reference, partner_name, relation_ids, bucket, base_minor::text
    from sums_of_related_partners(${end_customer_id}, ${sql.array(starts, 'date')}, ${end_date}, ${as_of})
  `
}

export function partnerSumOf<Row extends PartnerSumRow>(sum: PartnerSumAsText<Row>) {
  return { ...sum, base_minor: BigInt(sum.base_minor) }
}
