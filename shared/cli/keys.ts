import { Command } from 'commander'
import { issueKey } from '../issue-key.ts'
import { type ApiKeyRow, disableApiKey, listApiKeys } from '../store/api-keys.ts'
import { printTable } from './print-table.ts'
import { withDatabase } from './with-database.ts'

/** `npm run keys -- create|list|disable` */
const program = new Command('keys').description('API keys: who may call the service')

program
  .command('create')
  .description('make a key and show it, once')
  .requiredOption('--client <name>', 'the API client; keys of one client share its idempotency')
  .option('--scopes <list>', 'read, write or both', 'read,write')
  .option('--end-customers <uuids>', 'the end customers that it covers; default: all')
  .option('--expires <when>', 'a date (2027-12-31) or a number of days; default: never')
  .action((options) => withDatabase(async ({ pool }) => create(pool, options)))

program
  .command('list')
  .description('all keys; their secrets are not kept')
  .option('--json', 'for scripts')
  .action((options) => withDatabase(async ({ pool }) => printTable((await listApiKeys(pool)).map(keyLine), options)))

program
  .command('disable')
  .description('refuse a key from now on; every process knows within seconds')
  .argument('<key_id>', 'the part between the underscores: hb_<key id>_…')
  .action((key_id) =>
    withDatabase(async ({ pool }) => {
      if (!(await disableApiKey(pool, key_id))) throw new Error(`There is no key ${key_id}.`)
      console.log(`key ${key_id} is disabled`)
    }),
  )

await program.parseAsync()

type CreateOptions = { client: string; scopes: string; endCustomers?: string; expires?: string }
type Pool = Parameters<typeof issueKey>[0]

async function create(pool: Pool, options: CreateOptions): Promise<void> {
  const key = await issueKey(pool, {
    client_name: options.client,
    scopes: listed(options.scopes, /^(read|write)$/, '--scopes takes read, write or read,write'),
    end_customer_ids: options.endCustomers
      ? listed(options.endCustomers.toLowerCase(), /^[0-9a-f-]{36}$/, '--end-customers takes UUIDs')
      : null,
    expires_at: options.expires ? expiry(options.expires) : null,
  })
  console.log(`${key}\n\nKeep it now: it is not shown again.`)
}

function listed(text: string, allowed: RegExp, message: string): string[] {
  const parts = text.split(',').map((part) => part.trim())
  if (!parts.every((part) => allowed.test(part))) throw new Error(`${message}, separated by commas.`)
  return parts
}

/** The end of the given day, or that many days from now. */
function expiry(text: string): string {
  const at = /^\d{1,5}$/.test(text) ? Date.now() + Number(text) * 86_400_000 : Date.parse(`${text}T23:59:59Z`)
  if (Number.isNaN(at)) throw new Error('--expires takes a date like 2027-12-31 or a number of days.')
  return new Date(at).toISOString()
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
