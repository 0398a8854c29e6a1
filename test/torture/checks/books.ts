import { openPool } from '../../../shared/store/db/database.ts'
import { listLedgers } from '../../../shared/store/verify/journal.ts'
import { verifyLedger } from '../../../shared/verify/verify-ledger.ts'
import type { Item } from '../../support/reply.ts'
import { CALM_PATIENCE_MS, type Client } from '../load/clients.ts'
import type { Followed } from '../load/follow-feeds.ts'
import { differences, type Evidence, type Finding } from './evidence.ts'

/** The findings of `npm run ops -- verify`. */
export async function checkVerifier({ databases }: Evidence): Promise<Finding> {
  const wrong: string[] = []
  let ledger_count = 0
  let row_count = 0
  for (const { name, database_url } of databases) {
    const pool = await openPool(database_url, { pool_size: 1, statement_timeout_ms: 60_000 })
    try {
      const ledgers = await listLedgers(pool, null)
      ledger_count += ledgers.length
      for (const { end_customer_id } of ledgers) {
        const found = await verifyLedger(pool, end_customer_id, (count) => {
          row_count += count
        })
        wrong.push(...found.map((one) => `${name}: ${JSON.stringify(one)}`))
      }
    } finally {
      await pool.end()
    }
  }
  return { check: 'the verifier finds nothing', counted: `${ledger_count} ledgers, ${row_count} rows`, wrong }
}

/** The intent of a draft that was taken back before it was booked, or of a return that was. */
const GIVEN_UP = `(
  exists (select from allocations given_up where given_up.end_customer_id = intents.end_customer_id
    and allocation_id = subject_id and given_up.state = 'reversed' and journal_entry_id is null)
  or exists (select from supplier_settlements given_up where given_up.end_customer_id = intents.end_customer_id
    and settlement_id = subject_id and given_up.state = 'reversed' and journal_entry_id is null)
  or exists (select from bank_returns given_up where given_up.end_customer_id = intents.end_customer_id
    and given_up.request_id = intents.request_id and undone_reason is not null))`

/** Nothing waits for a decision. */
export async function checkDecided({ query }: Evidence): Promise<Finding> {
  const rows = await query<{ what: string; state: string; count: number; is_open: boolean }>(`
    select 'source fact' as what, state, count(*)::integer as count, state = 'received' or failed_at is not null as is_open
    from fact_states group by 1, 2, 4
    union all
    select intent_type, state, count(*)::integer, state = 'pending' or (state = 'failed' and not ${GIVEN_UP})
    from intents group by 1, 2, 4
    union all
    select 'bank statement', state, count(*)::integer, state = 'received' from camt053_imports group by 1, 2
    order by 1, 2`)
  const describe = ({ what, state, count }: (typeof rows)[number]) => `${count} ${what} ${state}`
  const facts = rows.filter(({ what }) => what === 'source fact').map(({ state, count }) => `${count} ${state}`)
  return {
    check: 'facts, intents and bank statements are decided',
    counted: `facts: ${facts.join(', ')}`,
    wrong: rows.filter(({ is_open }) => is_open).map(describe),
  }
}

/** Who has read on through the storm, wherever the end customer lived, has what the feed has: each number once, and the same under each. */
export async function checkFollowed({ client }: Evidence, followed: readonly Followed[]): Promise<Finding> {
  const wrong: string[] = []
  let read = 0
  for (const { customer, events, unexpected } of followed) {
    wrong.push(...unexpected.map((one) => `${customer}: ${one}`))
    const feed = await readFeed(client, customer)
    const differing = events.findIndex((one, index) => one !== JSON.stringify(feed[index]))
    if (differing >= 0)
      wrong.push(`${customer}: ${events[differing]} was read, and is ${JSON.stringify(feed[differing])} by now`)
    read += events.length
  }
  return { check: 'who reads a feed on through the storm misses nothing', counted: `${read} events`, wrong }
}

/** The feed has every number, and names every journal entry once. */
export async function checkFeeds({ plan, client, query }: Evidence): Promise<Finding> {
  const wrong: string[] = []
  let event_count = 0
  for (const customer of plan.customers) {
    const events = await readFeed(client, customer)
    event_count += events.length
    const gap = events.findIndex(({ event_number }, index) => event_number !== index + 1)
    if (gap >= 0) wrong.push(`${customer}: the event after number ${gap} is ${events[gap]?.event_number}`)
    const entries = await query<{ count: number }>(
      'select count(*)::integer as count from journal_entries where end_customer_id = $1',
      [customer],
    )
    const entry_count = sumOf(entries)
    const named = events.flatMap(({ journal_entry_id: id }) => (id ? [id] : []))
    if (new Set(named).size !== named.length || named.length !== entry_count)
      wrong.push(`${customer}: ${named.length} events name ${new Set(named).size} entries, there are ${entry_count}`)
  }
  return { check: 'feeds have no gaps and name each journal entry once', counted: `${event_count} events`, wrong }
}

async function readFeed(client: Client, customer: string): Promise<Item<'events'>[]> {
  const events: Item<'events'>[] = []
  const { page } = client.readsOf(customer, CALM_PATIENCE_MS)
  for (let has_more = true; has_more; ) {
    const after = events.at(-1)?.event_number ?? 0
    const found = await page('/v1/events', `end_customer_id=${customer}&limit=500&after=${after}`)
    events.push(...(found?.data ?? []))
    has_more = found?.has_more ?? false
  }
  return events
}

/**
 * Bank statements of the storm have no balances, so each keeps all of its bank entries that have no reference. One that an
 * earlier bank statement may have brought is marked: without a mark there is at least one of each content, and no more
 * than a single bank statement has. Of those with the same reference there are as many as a single bank statement has.
 */
export async function checkBankEntries({ sent, query, records }: Evidence): Promise<Finding> {
  const recorded = await records()
  const files = sent.flatMap(({ request: { path, body }, is_conflicting, key }) =>
    // Notifications and status reports are files too, and bring no bank entry.
    typeof body !== 'string' || !path.startsWith('/v1/camt-053/') || is_conflicting || !recorded.has(key)
      ? []
      : [{ customer: path.slice(-36), body }],
  )
  const found = await query<{ customer: string; kept: number; unmarked: number }>(`
    select end_customer_id as customer, count(*)::integer as kept,
      (count(*) filter (where repeat_state is null))::integer as unmarked
    from camt053_entries group by 1`)
  const byCustomer = Map.groupBy(files, ({ customer }) => customer)
  const expected = new Map([...byCustomer].map(([customer, received]) => [customer, countBankEntries(received)]))
  const outside = found.flatMap(({ customer, unmarked }) => {
    const { least = 0, most = 0 } = expected.get(customer) ?? {}
    const isWithin = least <= unmarked && unmarked <= most
    return isWithin ? [] : [`${unmarked} without a mark of ${customer}, expected ${least} to ${most}`]
  })
  return {
    check: 'bank entries are there once, or marked as possible repeats',
    counted: `${found.reduce((sum, { kept }) => sum + kept, 0)} bank entries`,
    wrong: [
      ...differences(
        'bank entries',
        [...expected].map(([customer, { kept }]) => `${kept} of ${customer}`),
        found.map(({ customer, kept }) => `${kept} of ${customer}`),
      ),
      ...outside,
    ],
  }
}

/** How many bank entries are kept of bank statements, and how many of them without a mark. */
function countBankEntries(files: readonly { readonly body: string }[]) {
  const most = new Map<string, number>()
  let kept = 0
  for (const body of new Set(files.map(({ body }) => body))) {
    const bankEntries = body.match(/<Ntry>[\s\S]*?<\/Ntry>/g) ?? []
    for (const [xml, { length }] of Map.groupBy(bankEntries, (xml) => xml)) {
      most.set(xml, Math.max(most.get(xml) ?? 0, length))
      if (!hasReference(xml)) kept += length
    }
  }
  for (const [xml, count] of most) if (hasReference(xml)) kept += count
  return { kept, least: most.size, most: [...most.values()].reduce((sum, count) => sum + count, 0) }
}

function hasReference(xml: string): boolean {
  return xml.includes('<AcctSvcrRef>')
}

/** No job waits, and none has failed for good. */
export async function checkQueues({ query }: Evidence): Promise<Finding[]> {
  const waiting = await query<{ job: string }>(WAITING)
  const dead_letters = await query<{ job: string }>(`
    select source_name || ' ' || data::text || ' ' || coalesce(source_output, output)::text as job
    from pgboss.job where name = 'dead_letters'`)
  const done = await query<{ count: number }>(
    `select count(*)::integer as count from pgboss.job where state = 'completed'`,
  )
  return [
    { check: 'queues are empty', counted: `${sumOf(done)} jobs done`, wrong: waiting.map(({ job }) => job) },
    {
      check: 'there are no dead letters',
      counted: `${dead_letters.length}`,
      wrong: dead_letters.map(({ job }) => job),
    },
  ]
}

function sumOf(counts: readonly { readonly count: number }[]): number {
  return counts.reduce((sum, { count }) => sum + count, 0)
}

/** The jobs to be done yet, without those of another day. */
export const WAITING = `
  select name || ' ' || state || ' ' || data::text || ' ' || coalesce(output::text, '') as job from pgboss.job
  where state in ('created', 'retry', 'active') and name not like '\\_\\_pgboss%' and name <> 'dead_letters'
    and start_after < now() + interval '1 hour'`
