import type { KnownSupplier } from '../../../accounting/documents/rule-context.ts'
import type { SupplierUidWanted } from '../../../accounting/vat/suppliers/supplier-uid.ts'
import { type Db, row, sql, type Tx } from '../../db/database.ts'
import { listPage, type Page } from '../../db/pages/list-page.ts'
import { recordset } from '../../db/recordset.ts'

export type SupplierUidRow = {
  uid: string
  source_fact_id: string | null
  is_registered: boolean | null
  reason: string | null
  actor_id: string | null
  answered_at: string | null
}

const WANTED = { end_customer_id: 'uuid', uid: 'text' } as const
const ASKED = { ...WANTED, source_fact_id: 'uuid' } as const
const COLUMNS = sql.fragment`uid, source_fact_id, is_registered, reason, actor_id, answered_at`

/** What is known of some suppliers. No query is made where no document wants it. */
export async function findSupplierUids(
  db: Db,
  wanted: readonly SupplierUidWanted[],
): Promise<readonly KnownSupplier[]> {
  if (wanted.length === 0) return []
  return db.any(sql.type(row<KnownSupplier>())`
    select known.end_customer_id, known.uid, known.is_registered
    from ${recordset('wanted', WANTED, wanted)}
    join supplier_uids known using (end_customer_id, uid)
  `)
}

/** Keeps that a supplier was asked about, with the fact that was told so. The caller holds the ledgers. */
export async function insertAskedSuppliers(
  tx: Tx,
  asked: readonly (SupplierUidWanted & { readonly source_fact_id: string })[],
): Promise<void> {
  await tx.query(sql.type(row())`
    insert into supplier_uids (end_customer_id, uid, source_fact_id)
    select end_customer_id, uid, source_fact_id from ${recordset('asked', ASKED, asked)}
    on conflict do nothing
  `)
}

/** The last answer counts. */
export function saveAnswer(
  tx: Tx,
  { end_customer_id, uid, is_registered, reason, actor_id }: KnownSupplier & { reason: string; actor_id: string },
): Promise<SupplierUidRow> {
  return tx.one(sql.type(row<SupplierUidRow>())`
    insert into supplier_uids (end_customer_id, uid, is_registered, reason, actor_id, answered_at)
    values (${end_customer_id}, ${uid}, ${is_registered}, ${reason}, ${actor_id}, now())
    on conflict (end_customer_id, uid) do update
    set is_registered = excluded.is_registered, reason = excluded.reason, actor_id = excluded.actor_id,
      answered_at = excluded.answered_at
    returning ${COLUMNS}
  `)
}

/** By UID. */
export function listSupplierUids(
  db: Db,
  end_customer_id: string,
  { after, is_answered, limit }: { after: string | null; is_answered: boolean | null; limit: number },
): Promise<Page<SupplierUidRow>> {
  return listPage<SupplierUidRow>(
    db,
    sql.fragment`
    select ${COLUMNS}
    from supplier_uids
    where end_customer_id = ${end_customer_id} and (${after}::text is null or uid > ${after})
      and (${is_answered}::boolean is null or (is_registered is not null) = ${is_answered})
    order by uid
    limit ${limit + 1}
  `,
    limit,
  )
}
