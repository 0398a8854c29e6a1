import { Command } from 'commander'
import { addDays, isDate } from '../accounting/dates.ts'
import { nowAsTimestamp } from '../clock.ts'
import { issueKey } from '../issue-key.ts'
import { type ApiKeyRow, disableApiKey, listApiKeys } from '../store/api-keys.ts'
import { rotateKey } from './keys/rotate-key.ts'
import { hours, UUID } from './options.ts'
import { printTable } from './print-table.ts'
import { withDatabase } from './with-database.ts'

/** `npm run keys -- create|list|disable|rotate` */
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

program
  .command('rotate')
  .description('make and show a new key for the same client, scopes, end customers and length of life; end the old one')
  .argument('<key_id>', 'the old key')
  .option('--grace <hours>', 'so long both serve; 0 disables the old one at once', hours, 24)
  .action((key_id, { grace }) =>
    withDatabase(async ({ pool }) => {
      const { key, expires_at } = await rotateKey(pool, key_id, grace, nowAsTimestamp())
      const old = grace === 0 ? 'is disabled' : `serves for ${grace} hours yet at the most`
      console.log(`${key}\n\nKeep it now: it is not shown again.`)
      console.log(`Key ${key_id} ${old}. The new one expires ${expires_at ? `at ${expires_at}` : 'never'}.`)
    }),
  )

await program.parseAsync()

type CreateOptions = { client: string; scopes: string; endCustomers?: string; expires?: string }
type Pool = Parameters<typeof issueKey>[0]

async function create(pool: Pool, options: CreateOptions): Promise<void> {
  const key = await issueKey(pool, {
    client_name: options.client,
    scopes: listed(options.scopes, /^(read|write)$/, '--scopes takes read, write or read,write'),
    end_customer_ids:
      options.endCustomers === undefined
        ? null
        : listed(options.endCustomers.toLowerCase(), UUID, '--end-customers takes UUIDs'),
    expires_at: options.expires === undefined ? null : expiry(options.expires, nowAsTimestamp()),
  })
  console.log(`${key}\n\nKeep it now: it is not shown again.`)
}

function listed(text: string, allowed: RegExp, message: string): string[] {
  const parts = text.split(',').map((part) => part.trim())
  if (!parts.every((part) => allowed.test(part))) throw new Error(`${message}, separated by commas.`)
  return parts
}

/** The end of the given day, or of the day that many days from now; a key that is expired already serves nobody. */
function expiry(text: string, now: string): string {
  const isCount = /^[1-9]\d{0,4}$/.test(text)
  if (!isCount && !isDate(text)) throw new Error('--expires takes a day like 2027-12-31 or a number of days.')
  const expires_at = `${isCount ? addDays(now.slice(0, 10), Number(text)) : text}T23:59:59.000Z`
  if (expires_at <= now) throw new Error(`--expires ${text} is over already.`)
  return expires_at
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
