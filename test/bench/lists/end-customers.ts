import { Client } from 'pg'
import { row, sql } from '../../../shared/store/db/database.ts'
import { countFigures, type SeenTransaction } from '../../../shared/store/setup/end-customer-figures.ts'
import { call } from '../http-client.ts'
import { type BenchServer, startWeb } from '../processes.ts'
import { percentile, type Row } from '../table.ts'

const SAMPLES = 200
const P99_MS = 50
const LOOKS = 20
const LOOK_MS = 200
const WHOLE_LOOK_MS = 1_000

/** Each end customer has a row of figures; of a tenth something is to be done, for each reason. */
const FILL = `
  insert into end_customers (end_customer_id, name)
  select gen_random_uuid(), 'Mandant ' || md5(n::text) from generate_series(1, $1::integer) n;
`
const COUNT = `
  insert into event_heads (end_customer_id, last_event_number) select end_customer_id, 20 from end_customers;
  insert into end_customer_figures (
    end_customer_id, event_number, books_version, name_key, blocked_facts, unbooked_entries, next_receivable_due,
    next_payable_due, next_vat_end, open_year_end
  )
  select end_customer_id, 20, books_version, lower(name), case when n % 10 = 0 then n % 100 + 1 else 0 end,
    case when n % 10 = 1 then n % 100 else 0 end, case when n % 10 = 2 then '2026-01-01'::date + n % 300 else 'infinity' end,
    case when n % 10 = 3 then '2026-01-01'::date + n % 300 else 'infinity' end,
    case when n % 10 = 4 then '2026-09-30'::date else '2099-12-31' end,
    case when n % 10 = 5 then '2025-12-31'::date else '2099-12-31' end
  from (
    select end_customer_id, name, books_version, (row_number() over ())::integer as n
    from end_customers join ledger_heads using (end_customer_id)
  ) customer;
`
const READS = [
  '',
  '?order=name',
  '?attention=blocked_facts&order=blocked_facts',
  '?attention=any&order=name',
  '?attention=overdue_items&order=next_due_date',
  '?attention=vat_return_due&order=name',
]

function pathOf(sample: number): string {
  return `/v1/end-customers${READS[sample % READS.length]}`
}

/** The list of a fiduciary with very many end customers, as JSON and as a page, and what it costs to find that nothing has changed. */
export function measureEndCustomers(server: BenchServer, customers: number): Promise<Row[]> {
  return server.withDatabase(async (database) => {
    const owner = new Client(database.migration_database_url)
    await owner.connect()
    await owner.query(FILL.replace('$1', String(customers)))
    await owner.query(COUNT)
    await owner.query('vacuum analyze')
    await owner.query('checkpoint')
    await owner.end()
    const web = await startWeb(database.database_url)
    const rows: Row[] = []
    for (const accept of ['application/json', 'text/html']) {
      const ms: number[] = []
      for (let sample = -20; sample < SAMPLES; sample += 1) {
        const reply = await call(web.url, database.key, 'GET', pathOf(sample + 20), undefined, accept)
        if (reply.status !== 200) throw new Error(`the list was answered with ${reply.status}`)
        if (sample >= 0) ms.push(reply.ms)
      }
      rows.push(timesOf(`list of ${customers} end customers, a page of 100, ${accept}`, ms, P99_MS))
    }
    await web.stop()
    const lookFrom = async (seen: SeenTransaction | null) => {
      const began = performance.now()
      const found = await database.pool.transaction((tx) => countFigures(tx, 200, seen))
      return { ...found, ms: performance.now() - began }
    }
    const whole = await lookFrom(null)
    const looks: number[] = []
    for (let look = -2; look < LOOKS; look += 1) {
      const { ms } = await lookFrom(whole.seen)
      if (look >= 0) looks.push(ms)
    }
    const changed = await database.pool.oneFirst(sql.type(row<{ count: number }>())`
      select count(*)::integer as count from end_customer_figures where counted_marks <> marks
    `)
    if (changed > 0) throw new Error('something has changed')
    return [
      ...rows,
      timesOf(`looking whether one of ${customers} end customers has changed`, looks, LOOK_MS),
      timesOf('the same once a minute, when all are compared', [whole.ms], WHOLE_LOOK_MS),
    ]
  })
}

function timesOf(what: string, ms: readonly number[], most: number): Row {
  const [p50, p99] = [percentile(ms, 0.5), percentile(ms, 0.99)]
  return {
    what,
    measured: `p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms`,
    goal: `p99 ≤ ${most} ms`,
    is_reached: p99 <= most,
    figures: { p50, p99 },
  }
}
