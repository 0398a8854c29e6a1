import { type Db, row, sql, type Tx } from '../db/database.ts'

export type ApiKeyRow = {
  key_id: string
  client_id: string
  client_name: string
  secret_hash: string
  scopes: string[]
  end_customer_ids: string[] | null
  expires_at: string | null
  disabled_at: string | null
  created_at: string
  last_used_at: string | null
}

const columns = sql.fragment`
  key_id, client_id, api_clients.name as client_name, secret_hash, scopes, end_customer_ids, expires_at, disabled_at,
  api_keys.created_at, last_used_at
`

export function findApiKey(db: Db, key_id: string): Promise<ApiKeyRow | null> {
  return db.maybeOne(sql.type(row<ApiKeyRow>())`
    select ${columns} from api_keys join api_clients using (client_id) where key_id = ${key_id}
  `)
}

export function listApiKeys(db: Db): Promise<readonly ApiKeyRow[]> {
  return db.any(sql.type(row<ApiKeyRow>())`
    select ${columns} from api_keys join api_clients using (client_id) order by api_keys.created_at, key_id
  `)
}

/** @returns null for an unknown key; no other transaction changes it before this one ends */
export function lockApiKey(tx: Tx, key_id: string): Promise<ApiKeyRow | null> {
  return tx.maybeOne(sql.type(row<ApiKeyRow>())`
    select ${columns} from api_keys join api_clients using (client_id) where key_id = ${key_id} for update of api_keys
  `)
}

/** Creates the client where it is new; a second key of the same client shares its idempotency. */
export async function insertApiKey(
  db: Db,
  key: Pick<ApiKeyRow, 'key_id' | 'client_name' | 'secret_hash' | 'scopes' | 'end_customer_ids' | 'expires_at'>,
  new_client_id: string,
): Promise<void> {
  await db.query(sql.type(row())`
    with client as (
      insert into api_clients (client_id, name) values (${new_client_id}, ${key.client_name})
      on conflict (name) do update set name = excluded.name
      returning client_id
    )
    insert into api_keys (key_id, client_id, secret_hash, scopes, end_customer_ids, expires_at)
    select ${key.key_id}, client_id, ${key.secret_hash}, ${sql.array(key.scopes, 'text')},
      ${key.end_customer_ids ? sql.array(key.end_customer_ids, 'uuid') : null}, ${key.expires_at}::timestamptz
    from client
  `)
}

/** @returns false for an unknown key */
export async function disableApiKey(db: Db, key_id: string): Promise<boolean> {
  const { rowCount } = await db.query(sql.type(row())`
    update api_keys set disabled_at = coalesce(disabled_at, now()) where key_id = ${key_id}
  `)
  return rowCount === 1
}

/** Passes for pages stay. */
export async function disableApiKeysOf(db: Db, client_name: string): Promise<void> {
  await db.query(sql.type(row())`
    update api_keys set disabled_at = now() from api_clients
    where api_clients.client_id = api_keys.client_id and name = ${client_name} and disabled_at is null
      and not 'pages' = any(scopes)
  `)
}

/** Lets a key serve for some hours yet, at the most until it would have expired anyway. @returns when it expires */
export function expireApiKey(tx: Tx, key_id: string, hours: number): Promise<string> {
  return tx.oneFirst(sql.type(row<{ expires_at: string }>())`
    update api_keys set expires_at = least(expires_at, now() + ${hours}::integer * interval '1 hour')
    where key_id = ${key_id}
    returning expires_at
  `)
}

/** Records when keys were last used, for all keys that a process has seen since its last call. */
export async function touchApiKeys(db: Db, key_ids: readonly string[]): Promise<void> {
  await db.query(sql.type(row())`
    update api_keys set last_used_at = now() where key_id = any(${sql.array(key_ids, 'text')})
  `)
}
