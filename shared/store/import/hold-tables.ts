import { setTimeout as sleep } from 'node:timers/promises'
import { type Pool, row, sql, type Tx } from '../db/database.ts'

/** PostgreSQL looks for a circle of waiting transactions after a second, and ends one of them: ours gives way before. */
const PATIENCE = '500ms'
const REST_MS = 500
const MOST_TRIES = 60
/** A try takes many tables, each within our patience. */
const LONGEST_TRY = '10s'
/** PostgreSQL ends a vacuum of its own that somebody has waited for as long as it takes to look for a circle. */
const PATIENCE_WITH_VACUUM = '3s'

export type HoldOptions = {
  /** Is told once of each process that is waited for. */
  readonly say?: (line: string) => void
  readonly most_tries?: number
  readonly patience_with_vacuum?: string
  /** Throws where nobody shall wait any more. */
  readonly check?: () => void
}

/**
 * Runs a transaction while nobody else writes into these tables; they are read meanwhile. Others take them in orders of their
 * own, so a table that is not free soon makes the transaction let go of all it has, and begin again.
 *
 * @throws Error with one sentence where others do not stop writing, or a vacuum does not end
 */
export async function inHeldTables(
  pool: Pool,
  tables: readonly string[],
  work: (tx: Tx) => Promise<void>,
  {
    say = () => {},
    most_tries = MOST_TRIES,
    patience_with_vacuum = PATIENCE_WITH_VACUUM,
    check = () => {},
  }: HoldOptions = {},
): Promise<void> {
  const outwaited = new Set<string>()
  for (let tries = 1; ; tries += 1) {
    try {
      return await pool.transaction(async (tx) => {
        await hold(tx, tables)
        await work(tx)
      }, 0)
    } catch (error) {
      if (!(error instanceof NotFreeError)) throw error
      check()
      if (tries >= most_tries) throw notFree(await findVacuums(pool, tables))
    }
    await sleep(REST_MS)
    for (const vacuum of await findVacuums(pool, tables)) {
      const name = nameOf(vacuum)
      if (outwaited.has(name)) continue
      outwaited.add(name)
      say(`Waiting for ${name}.`)
      await outwait(pool, vacuum, patience_with_vacuum)
    }
  }
}

type Vacuum = { readonly table: string; readonly process: number | null }

/** Vacuums, and what holds a table as they do: an analysis, or an index that is made beside others who write. */
function findVacuums(pool: Pool, tables: readonly string[]): Promise<readonly Vacuum[]> {
  return pool.any(sql.type(row<Vacuum>())`
    select distinct relname::text as "table", pid as process from pg_locks join pg_class on pg_class.oid = relation
    where mode = 'ShareUpdateExclusiveLock' and granted and relname = any(${sql.array(tables, 'text')})
      and relnamespace = current_schema()::regnamespace
      and database = (select oid from pg_database where datname = current_database())
    order by 1, 2
  `)
}

/**
 * Once for each vacuum: one that PostgreSQL has not ended by then is somebody's, or prevents a wraparound, and gives way to nobody.
 * Others who write wait behind us meanwhile. Holds nothing else, so that it is in no circle.
 */
async function outwait(pool: Pool, { table }: Vacuum, patience: string): Promise<void> {
  await pool
    .transaction((tx) => hold(tx, [table], patience), 0)
    .catch((error: unknown) => {
      if (!(error instanceof NotFreeError)) throw error
    })
}

function nameOf({ table, process }: Vacuum): string {
  return `a vacuum of ${table}${process === null ? '' : ` (process ${process} of the database)`}`
}

function notFree([vacuum]: readonly Vacuum[]): Error {
  if (vacuum)
    return new Error(
      `There is ${nameOf(vacuum)}, or an analysis or a new index of it, and it does not give way, so nothing was imported. Import when it has ended.`,
    )
  return new Error('Others write without a pause, so nothing was imported. Import where nobody works, or at night.')
}

class NotFreeError extends Error {}

/** Not free within our patience, all of them neither, or a circle that PostgreSQL has ended by ending us. */
const NOT_FREE = ['55P03', '57014', '40P01']

async function hold(tx: Tx, tables: readonly string[], patience = PATIENCE): Promise<void> {
  const names = tables.map((table) => sql.identifier([table]))
  await tx.query(sql.type(row())`set local lock_timeout = ${sql.literalValue(patience)}`)
  await tx.query(sql.type(row())`set local statement_timeout = ${sql.literalValue(LONGEST_TRY)}`)
  try {
    await tx.query(sql.type(row())`lock table ${sql.join(names, sql.fragment`, `)} in share row exclusive mode`)
  } catch (error) {
    const { code = '' } = error as { code?: string }
    throw NOT_FREE.includes(code) ? new NotFreeError() : error
  }
  await tx.query(sql.type(row())`set local lock_timeout = '20s'`)
  await tx.query(sql.type(row())`set local statement_timeout to default`)
}
