import { type Db, row, sql, type Tx } from '../db/database.ts'
import { recordset } from '../db/recordset.ts'

export type IdempotencyRecord = {
  client_id: string
  idempotency_key: string
  fingerprint: string
  status: number
  response: string
}
/** Whose request it was; null for one of an API client, or of several end customers. */
export type OwnedRecord = IdempotencyRecord & { readonly end_customer_id: string | null }
export type IdempotencyKey = Pick<IdempotencyRecord, 'client_id' | 'idempotency_key'>

const IDEMPOTENCY_KEY = { client_id: 'uuid', idempotency_key: 'text' } as const

/** Holds others with the same key back until this transaction ends; they then find its record. */
export async function lockIdempotencyKey(tx: Tx, { client_id, idempotency_key }: IdempotencyKey): Promise<void> {
  await tx.query(sql.type(row())`
    select pg_advisory_xact_lock(hashtextextended(${`${client_id} ${idempotency_key}`}, 0))
  `)
}

export async function findIdempotencyRecords(
  db: Db,
  keys: readonly IdempotencyKey[],
): Promise<readonly IdempotencyRecord[]> {
  if (keys.length === 0) return []
  return db.any(sql.type(row<IdempotencyRecord>())`
    select client_id, idempotency_key, fingerprint, status, response
    from idempotency_records
    join ${recordset('wanted', IDEMPOTENCY_KEY, keys)} using (client_id, idempotency_key)
  `)
}

/** @returns false when the key is taken, which a concurrent request of the hot path may have done */
export async function insertIdempotencyRecord(tx: Tx, record: OwnedRecord): Promise<boolean> {
  const { rowCount } = await tx.query(sql.type(row())`
    insert into idempotency_records (client_id, idempotency_key, fingerprint, status, response, end_customer_id)
    values (
      ${record.client_id}, ${record.idempotency_key}, ${record.fingerprint}, ${record.status}, ${record.response},
      ${record.end_customer_id}
    )
    on conflict do nothing
  `)
  return rowCount === 1
}

export async function updateIdempotencyRecord(tx: Tx, key: IdempotencyKey, response: string): Promise<void> {
  await tx.query(sql.type(row())`
    update idempotency_records set response = ${response}
    where client_id = ${key.client_id} and idempotency_key = ${key.idempotency_key}
  `)
}

export async function deleteIdempotencyRecord(tx: Tx, key: IdempotencyKey): Promise<void> {
  await tx.query(sql.type(row())`
    delete from idempotency_records
    where client_id = ${key.client_id} and idempotency_key = ${key.idempotency_key}
  `)
}

/** Those of a busy day in one statement would reach its timeout, and be as many and more the next night. */
const MOST_AT_ONCE = 10_000

/**
 * Deletes what is older than that, a part of it with each statement.
 *
 * @returns how many records are gone
 */
export async function purgeIdempotencyRecords(db: Db, retention_days: number, most = MOST_AT_ONCE): Promise<number> {
  let purged = 0
  for (let gone = most; gone === most; purged += gone) {
    const { rowCount } = await db.query(sql.type(row())`
      delete from idempotency_records
      where (client_id, idempotency_key) in (
        select client_id, idempotency_key from idempotency_records
        where created_at < now() - make_interval(days => ${retention_days})
        order by created_at limit ${most}
      )
    `)
    gone = rowCount
  }
  return purged
}
