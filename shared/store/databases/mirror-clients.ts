import { type Db, row, sql, type Tx } from '../db/database.ts'

/** Nobody authenticates in a further database, so no secret fits there. */
const NO_SECRET = '0'.repeat(64)

/** The API clients of home with their keys, as one text. What only requests need is left out: secrets, and when keys were last used. */
export function readClients(home: Db): Promise<string> {
  return home.oneFirst(sql.type(row<{ clients: string }>())`
    select coalesce(jsonb_agg(to_jsonb(known) order by key_id), '[]')::text as clients
    from (
      select client_id, name, key_id, scopes, end_customer_ids, expires_at, disabled_at, api_keys.created_at
      from api_keys join api_clients using (client_id)
    ) known
  `)
}

/**
 * Gives a further database the clients and keys of home. A key only ever ends, and ends earlier, so who brings an older list changes
 * nothing back. A client of another id that has the name here keeps it.
 *
 * @param clients as home has them
 */
export async function mirrorClients(tx: Tx, clients: string): Promise<void> {
  await tx.query(sql.type(row())`
    insert into api_clients (client_id, name)
    select distinct client_id, case
      when exists (select from api_clients other where other.name = home.name and other.client_id <> home.client_id)
      then concat_ws(' ', home.name, client_id) else home.name
    end
    from ${listed(clients)}
    on conflict do nothing
  `)
  await tx.query(sql.type(row())`
    insert into api_keys (key_id, client_id, secret_hash, scopes, end_customer_ids, expires_at, disabled_at, created_at)
    select key_id, client_id, ${NO_SECRET}, scopes, end_customer_ids, expires_at, disabled_at, created_at
    from ${listed(clients)}
    on conflict (key_id) do update
      set disabled_at = coalesce(api_keys.disabled_at, excluded.disabled_at),
        expires_at = least(api_keys.expires_at, excluded.expires_at)
      where (excluded.disabled_at is not null and api_keys.disabled_at is null)
        or excluded.expires_at < coalesce(api_keys.expires_at, 'infinity')
  `)
}

function listed(clients: string) {
  return sql.fragment`jsonb_to_recordset(${clients}::jsonb) as home (
    client_id uuid, name text, key_id text, scopes text[], end_customer_ids uuid[], expires_at timestamptz,
    disabled_at timestamptz, created_at timestamptz
  )`
}
