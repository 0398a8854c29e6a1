import type { Client } from 'pg'
import type { BenchServer } from '../processes.ts'
import type { Row } from '../table.ts'
import { readCheckout } from './checkout.ts'
import { drain, type Stage, thaw, vacuum, withStage } from './stage.ts'
import { makeWorkload, sendAlone, sendTogether, type Workload } from './workload.ts'

type Relation = { readonly name: string; readonly table: string; readonly is_index: boolean; readonly bytes: number }

/** Less than that is not worth a line. */
const LEAST_BYTES = 20
const LARGEST_INDEXES = 10

/**
 * Measures what a posted fact keeps on the disk, by table and index: what vacuumed relations have grown by with these facts, half of
 * them sent alone. And what its two documents would be if they were compressed, which PostgreSQL does not do below 2,000 bytes.
 */
export function measureStorage(server: BenchServer, facts: number): Promise<Row[]> {
  const workload = makeWorkload(facts)
  return withStage(server, readCheckout(`${import.meta.dirname}/../../..`), workload, async (stage) => {
    const before = await readSizes(stage.meter)
    const count = await fill(stage, workload)
    const grown = (await readSizes(stage.meter)).map((relation) => ({
      ...relation,
      bytes: (relation.bytes - (before.find(({ name }) => name === relation.name)?.bytes ?? 0)) / count,
    }))
    return [...rowsOf(grown), ...(await compressed(stage.meter))]
  })
}

async function fill(stage: Stage, { warm_up, slices }: Workload): Promise<number> {
  const { web, worker, key } = stage
  const alone = slices.flatMap((slice) => slice.alone)
  const together = slices.flatMap((slice) => slice.together)
  thaw(web, worker)
  await sendAlone(web.url, key, alone)
  await sendTogether(web.url, key, together)
  await drain(stage, warm_up.length + alone.length + together.length)
  await vacuum(stage)
  return alone.length + together.length
}

/** A table has what is stored outside of its rows, and none of its indexes. */
async function readSizes(meter: Client): Promise<readonly Relation[]> {
  const { rows } = await meter.query<Relation>(`
    select pg_class.oid::regclass::text as name, coalesce(indrelid, pg_class.oid)::regclass::text as table,
      relkind = 'i' as is_index,
      (case relkind when 'i' then pg_relation_size(pg_class.oid) else pg_table_size(pg_class.oid) end)::float8 as bytes
    from pg_class left join pg_index on indexrelid = pg_class.oid
    where relnamespace in ('public'::regnamespace, 'pgboss'::regnamespace) and relkind in ('r', 'i')
  `)
  return rows
}

function rowsOf(grown: readonly Relation[]): Row[] {
  const sum = (relations: readonly Relation[]) => relations.reduce((all, { bytes }) => all + bytes, 0)
  const tables = [...new Set(grown.map(({ table }) => table))]
    .map((table) => ({ what: table, bytes: sum(grown.filter((relation) => relation.table === table)) }))
    .sort((a, b) => b.bytes - a.bytes)
  const indexes = grown.filter(({ is_index }) => is_index).sort((a, b) => b.bytes - a.bytes)
  return [
    rowOf('a posted fact', sum(grown)),
    rowOf('of that, indexes', sum(indexes)),
    ...tables
      .filter(({ bytes }) => bytes >= LEAST_BYTES)
      .map(({ what, bytes }) => rowOf(`${what} with its indexes`, bytes)),
    ...indexes.slice(0, LARGEST_INDEXES).map(({ name, bytes }) => rowOf(`index ${name}`, bytes)),
  ]
}

/** A row of both is large enough to be compressed. The copies are dropped with the database. */
async function compressed(meter: Client): Promise<Row[]> {
  const rows: Row[] = []
  for (const [column, table] of [
    ['request', 'source_facts'],
    ['source_snapshot', 'journal_entries'],
  ])
    for (const method of ['pglz', 'lz4']) {
      const { rows: found } = await meter
        .query<{ plain: number; packed: number }>(`
        create temporary table packed (document jsonb storage main compression ${method}, filling text storage plain)
          with (toast_tuple_target = 128);
        insert into packed select ${column}, repeat('x', 2000) from ${table} limit 1000;
        select avg(pg_column_size(${column}))::float8 as plain,
          (select avg(pg_column_size(document))::float8 from packed) as packed
        from (select ${column} from ${table} limit 1000) documents;
        drop table packed
      `)
        .then((results) => (results as unknown as { rows: { plain: number; packed: number }[] }[])[2] ?? { rows: [] })
      const { plain = 0, packed = 0 } = found[0] ?? {}
      rows.push({
        ...rowOf(`${table}.${column}, compressed by ${method}`, packed),
        measured: `${Math.round(packed)} bytes instead of ${Math.round(plain)}`,
      })
    }
  return rows
}

function rowOf(what: string, bytes: number): Row {
  return {
    what,
    measured: `${Math.round(bytes).toLocaleString('en')} bytes`,
    goal: '',
    is_reached: null,
    figures: { bytes },
  }
}
