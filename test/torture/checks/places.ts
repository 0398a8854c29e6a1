import type { Mover } from '../surroundings/mover.ts'
import type { Evidence, Finding, LedgerEvidence } from './evidence.ts'

type Move = { readonly end_customer_id: string; readonly to_name: string; readonly state: string }

/** Each end customer lives whole in one ledger database: in that to which home leads. Nothing of it is in another one. */
export async function checkPlaces({ plan, databases }: Evidence): Promise<Finding> {
  const [home] = databases as [LedgerEvidence]
  const placed = await home.query<{ id: string; name: string }>(
    'select end_customer_id as id, database_name as name from placements',
  )
  const places = new Map(placed.map(({ id, name }) => [id, name]))
  const placeOf = (id: string) => places.get(id) ?? home.name
  const wrong: string[] = []
  let rows = 0
  for (const database of databases) {
    for (const { table, id, count } of await rowsIn(database)) {
      rows += count
      if (placeOf(id) !== database.name)
        wrong.push(`${count} rows of ${id} in ${table} of ${database.name}, and it lives in ${placeOf(id)}`)
    }
    wrong.push(...(await leftIn(database, placeOf)))
  }
  const named = plan.customers.map((id) => `${placeOf(id)}`)
  const counted = databases.map(({ name }) => `${named.filter((one) => one === name).length} in ${name}`)
  return { check: 'each end customer lives in one database', counted: `${rows} rows: ${counted.join(', ')}`, wrong }
}

/** What moves have put up and what keeps those out who have left: nothing of a move that is over, and nobody who lives there. */
async function leftIn({ name, query }: LedgerEvidence, placeOf: (id: string) => string): Promise<string[]> {
  const fences = await query<{ id: string; state: string }>('select end_customer_id as id, state from fences')
  const triggers = await query<{ name: string }>(
    `select tgrelid::regclass || ' ' || tgname as name from pg_trigger where tgname like 'fence%'`,
  )
  const written = await query<{ id: string; count: number }>(
    'select move_id as id, count(*)::integer as count from written_keys group by 1',
  )
  const departed = await query<{ id: string }>('select end_customer_id as id from departed_customers')
  const waiting = await query<{ id: string; job: string }>(
    `select data ->> 'end_customer_id' as id, name as job from pgboss.job
    where state in ('created', 'retry', 'active') and data ->> 'end_customer_id' is not null`,
  )
  return [
    ...fences.map(({ id, state }) => `a fence of ${id} is ${state} in ${name}`),
    ...triggers.map((trigger) => `a trigger is left in ${name}: ${trigger.name}`),
    ...written.map(({ id, count }) => `${count} written keys of the move ${id} are left in ${name}`),
    ...departed.flatMap(({ id }) => (placeOf(id) === name ? [`${id} lives in ${name} and is kept out there`] : [])),
    ...waiting.flatMap(({ id, job }) => (placeOf(id) === name ? [] : [`a job ${job} of ${id} waits in ${name}`])),
  ]
}

async function rowsIn({ query }: LedgerEvidence): Promise<{ table: string; id: string; count: number }[]> {
  const tables = await query<{ table: string }>(
    `select relname::text as table from pg_attribute join pg_class on pg_class.oid = attrelid
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and attname = 'end_customer_id' and not attisdropped
      and relname not in ('placements', 'moves', 'departed_customers', 'fences') order by 1`,
  )
  const counted: { table: string; id: string; count: number }[] = []
  for (const { table } of tables)
    counted.push(
      ...(await query<{ table: string; id: string; count: number }>(
        `select $1 as table, end_customer_id as id, count(*)::integer as count from ${table}
        where end_customer_id is not null group by 2`,
        [table],
      )),
    )
  return counted
}

/** What no disturbance explains: a copy that is not what was copied, and an error that nobody has put into words. */
const NEVER_SAID = [/ differs/, /do not go on/, /^ +at /m, /of two releases/, /syntax error/, /violates/]

/** Moves end, and their commands say why where they do not. */
export async function checkMoves({ databases }: Evidence, { commands }: Pick<Mover, 'commands'>): Promise<Finding> {
  const [home] = databases as [LedgerEvidence]
  const moves = await home.query<Move>('select end_customer_id, to_name, state from moves')
  const count = (state: string) => moves.filter((move) => move.state === state).length
  const killed = commands.filter(({ code }) => code === null).length
  return {
    check: 'moves end, or are taken back',
    counted: `${count('cleaned')} moved, ${count('taken_back')} taken back; ${commands.length} commands, ${killed} killed`,
    wrong: [
      ...moves.flatMap(({ end_customer_id, to_name, state }) =>
        state === 'cleaned' || state === 'taken_back' ? [] : [`that of ${end_customer_id} to ${to_name} is ${state}`],
      ),
      ...commands.flatMap(({ command, output }) =>
        NEVER_SAID.some((sentence) => sentence.test(output)) ? [`${command}: ${output.slice(0, 500)}`] : [],
      ),
    ],
  }
}
