import type { Client } from 'pg'
import { FACT_QUEUES } from '../../contract/platform/queue-names.ts'

const INDEX = 'jobs_that_come_again'
/**
 * It had the job of every fact. Processes of the release before ask without it until they are stopped: some tenths of a second beside a hundred
 * thousand jobs that wait, for requests that wait for their effect. Kept beside its successor it would cost every fact.
 */
const INDEX_OF_RELEASE_BEFORE = 'jobs_of_an_end_customer'

/** The queues whose jobs change what is decided about a fact. The index has them only, so the query names them as it does. */
export const QUEUES_OF_FACTS = ['facts.reevaluate', ...FACT_QUEUES] as const

/**
 * Not the job that came with a fact, which has its id: the state of the fact says that it waits. Nearly all jobs are such, and each
 * of them was in the index twice, as one that waits and as one that is worked on. The query says it in the same words.
 */
const COMES_AGAIN = `id::text is distinct from data ->> 'source_fact_id'`

/**
 * An index by which the jobs of one end customer that wait or are worked on are found, however many there are of others.
 * The table is pg-boss's, so this is no migration, and it is looked at after each of pg-boss's own changes. It is made
 * beside processes that go on. One that was interrupted is made anew.
 *
 * Its last condition follows from nothing that pg-boss asks. Without it PostgreSQL, whose statistics are from a moment when
 * nothing waited, read every waiting job by this index to complete the jobs of one batch.
 */
export async function indexJobs(client: Client): Promise<void> {
  const { rows } = await client.query<{ is_valid: boolean }>(
    `select indisvalid as is_valid from pg_index where indexrelid = to_regclass('pgboss.${INDEX}')`,
  )
  if (!rows[0]?.is_valid) await makeIndex(client)
  await client.query(`drop index concurrently if exists pgboss.${INDEX_OF_RELEASE_BEFORE}`)
}

async function makeIndex(client: Client): Promise<void> {
  await client.query(`drop index concurrently if exists pgboss.${INDEX}`)
  const names = QUEUES_OF_FACTS.map((name) => `'${name}'`).join(', ')
  await client.query(`
    create index concurrently ${INDEX} on pgboss.job_common (((data ->> 'end_customer_id')::uuid))
    where state < 'completed' and name in (${names}) and data ->> 'end_customer_id' is not null and ${COMES_AGAIN}
  `)
  await client.query(`alter index pgboss.${INDEX} alter column 1 set statistics 0`)
}
