import {
  type OpenPartner,
  type Partners,
  partnersByName,
  type SettledPartner,
} from '../../camt053/matching/meant/what-may-be-meant.ts'
import { type Db, row, sql } from '../db/database.ts'
import type { Fragment } from '../db/filters.ts'
import { findHeadsNow } from '../journal/ledger-heads.ts'

/** With whom something is open, and with whom something was settled in the weeks before a day. */
export type PartnersOf = (db: Db, since: string) => Promise<Partners>

/** What comes back does so within weeks. */
const MOST_DAYS = 90

type PartnersRead = {
  readonly since: string
  /** What was posted up to this entry is read. */
  readonly head: bigint
  readonly open: readonly OpenPartner[]
  readonly settled: readonly SettledPartner[]
  readonly partners: Partners
}

/**
 * Reads the partners of an end customer once for a run, in however many transactions it asks: all of them at first, and later what was posted since. A partner of whom nothing
 * is open any more stays among them until the run is over.
 */
export function createPartnersOf(end_customer_id: string): PartnersOf {
  let read: PartnersRead | null = null
  return async (db, since) => {
    const head = (await findHeadsNow(db, [end_customer_id]))[0]?.last_entry_number ?? 0n
    const known: PartnersRead | null = read !== null && read.since <= since ? read : null
    if (known !== null && known.head === head) return known.partners
    const from = known?.since ?? since
    const open = [...(known?.open ?? []), ...(await findOpen(db, end_customer_id, known?.head ?? null))]
    const settled = [
      ...(known?.settled ?? []),
      ...(await findSettled(db, end_customer_id, from, { after: known?.head ?? 0n, head })),
    ]
    read = { since: from, head, open, settled, partners: partnersByName(open, settled) }
    return read.partners
  }
}

/** Credit notes, advances and other credit are settled in the other direction. */
function findOpen(db: Db, end_customer_id: string, after: bigint | null): Promise<readonly OpenPartner[]> {
  return db.any(sql.type(row<OpenPartner>())`
    select distinct case when (kind in ('payable', 'supplier_advance')) = (open_amount_minor > 0) then 'DBIT' else 'CRDT' end
      as direction, partner_name
    from open_items
    where end_customer_id = ${end_customer_id} and closed_on is null and state = 'open' and open_amount_minor <> 0
      and ${after === null ? sql.fragment`true` : isMoved(end_customer_id, after)}
  `)
}

/** Opened, closed in part or opened again by a later entry. */
function isMoved(end_customer_id: string, after: bigint): Fragment {
  return sql.fragment`open_item_id = any(array(
    select opened.open_item_id from open_items opened
    where opened.end_customer_id = ${end_customer_id} and opened.entry_number > ${after}
    union
    select change.open_item_id from open_item_changes change
    where change.end_customer_id = ${end_customer_id} and change.entry_number > ${after}
  ))`
}

function findSettled(
  db: Db,
  end_customer_id: string,
  since: string,
  { after, head }: { readonly after: bigint; readonly head: bigint },
): Promise<readonly SettledPartner[]> {
  return db.any(sql.type(row<SettledPartner>())`
    select case when (kind in ('payable', 'supplier_advance')) = (change.amount_minor < 0) then 'DBIT' else 'CRDT' end
      as direction, partner_name, currency, sum(abs(change.amount_minor))::bigint as amount_minor,
      sum(abs(change.base_amount_minor))::bigint as base_minor, array_agg(distinct abs(change.amount_minor)::text) as amounts
    from open_item_changes change
    join open_items item using (end_customer_id, open_item_id)
    where change.end_customer_id = ${end_customer_id} and purpose in ('payment', 'refund')
      and change.posting_date >= ${since}::date - ${MOST_DAYS}::integer
      and change.entry_number > ${after} and change.entry_number <= ${head}
    group by 1, partner_name, currency
  `)
}
