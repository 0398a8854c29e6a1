import { Command } from 'commander'
import { nowAsTimestamp } from '../process/clock.ts'
import { type ApiKeyRow, disableApiKey, listApiKeys } from '../store/platform/api-keys.ts'
import { issueKey, keyIdOf } from '../store/platform/issue-key.ts'
import { bringToAll } from './keys/bring-to-all.ts'
import { rotateKey } from './keys/rotate-key.ts'
import { expiry, hours, name, scopes, uuids } from './options.ts'
import { printTable } from './print-table.ts'
import { withDatabase } from './with-database.ts'

const EXPIRES = 'a day (2027-12-31, to its end in UTC) or a number of days; default: never'

/** `npm run keys -- create|list|disable|rotate` */
const program = new Command('npm run keys --').description('API keys: the clients that may call the service')

verb('create', 'make a key and show it, once')
  .requiredOption('--client <name>', 'the API client; keys of one client share its idempotency', name)
  .option(
    '--scopes <list>',
    'read, write or both; pages: a page pass for a browser, which opens pages and nothing else',
    scopes,
    ['read', 'write'],
  )
  .option('--end-customers <uuids>', 'the end customers that it covers, separated by commas; default: all', uuids)
  .option('--expires <when>', EXPIRES, expiry)
  .action(({ client, scopes, endCustomers, expires, json }) =>
    withDatabase(async (deps) => {
      const { pool } = deps
      const expires_at = expires ?? null
      const rules = { client_name: client, scopes, end_customer_ids: endCustomers ?? null, expires_at }
      const how_to_use = scopes.includes('pages') ? 'A browser sends it as the password, with any name. ' : ''
      const key = await issueKey(pool, rules)
      await bringToAll(deps)
      show({ key, expires_at }, { json }, how_to_use)
    }),
  )

verb('list', 'all keys, with their last use; their secrets are not kept').action((options) =>
  withDatabase(async ({ pool }) => printTable((await listApiKeys(pool)).map(keyLine), options)),
)

verb('disable', 'refuse a key from now on; every process knows within seconds')
  .argument('<key_id>', 'the part between the underscores: hb_<key id>_…')
  .action((key_id, { json }) =>
    withDatabase(async (deps) => {
      if (!(await disableApiKey(deps.pool, key_id))) throw new Error(`There is no key ${key_id}.`)
      await bringToAll(deps)
      console.log(json ? JSON.stringify({ key_id, state: 'disabled' }) : `key ${key_id} is disabled`)
    }),
  )

verb('rotate', 'make and show a new key for the same client, scopes and end customers; end the old one')
  .argument('<key_id>', 'the old key')
  .option('--grace <hours>', 'how long both keys serve; 0 disables the old one at once', hours, 24)
  .option('--expires <when>', `${EXPIRES}, whenever the old key expires`, expiry)
  .action((key_id, { grace, expires, json }) =>
    withDatabase(async (deps) => {
      const rotated = await rotateKey(deps.pool, key_id, { grace, expires_at: expires ?? null }, nowAsTimestamp())
      await bringToAll(deps)
      const { old_expires_at } = rotated
      show(rotated, { json }, `Key ${key_id} ${old_expires_at ? `serves until ${old_expires_at}` : 'is disabled'}. `)
    }),
  )

await program.parseAsync()

function verb(name: string, description: string): Command {
  return program.command(name).description(description).option('--json', 'for scripts')
}

type Shown = { key: string; expires_at: string | null; old_expires_at?: string | null }

function show({ key, ...expiry_dates }: Shown, { json }: { json?: boolean }, sentence = ''): void {
  const key_id = keyIdOf(key)
  const end = expiry_dates.expires_at ? `expires at ${expiry_dates.expires_at}` : 'never expires'
  const text = `${key}\n\nKeep it now: it is not shown again.\n${sentence}The new key ${end}.`
  console.log(json ? JSON.stringify({ key, key_id, ...expiry_dates }) : text)
}

function keyLine(key: ApiKeyRow) {
  const isExpired = key.expires_at !== null && key.expires_at <= new Date().toISOString()
  return {
    key_id: key.key_id,
    client: key.client_name,
    scopes: key.scopes.join(','),
    end_customers: key.end_customer_ids?.join(',') ?? 'all',
    state: key.disabled_at ? 'disabled' : isExpired ? 'expired' : 'active',
    expires_at: key.expires_at,
    created_at: key.created_at,
    last_used_at: key.last_used_at,
  }
}
