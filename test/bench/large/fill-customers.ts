import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { openCustomers, sendBatches, someDayOfTwoYears } from '../documents.ts'
import { type Database, startProcess, startWeb } from '../processes.ts'
import { copyCustomer } from './copy-customer.ts'

const FACTS_OF_EACH = 20
/** The one that the service has booked itself: its hashes are right. */
export const ORIGINAL = 'Original'

/** Twenty facts of one end customer by the service, and the same for all others by SQL. */
export async function fillCustomers(database: Database, customers: number): Promise<void> {
  const { database_url, key } = database
  const owner = new Client({ connectionString: database.migration_database_url })
  await owner.connect()
  const until = async (wanted: number, query: string) => {
    while ((await owner.query<{ count: number }>(query)).rows[0]?.count !== wanted) await sleep(200)
  }
  const web = await startWeb(database_url)
  const worker = startProcess({ args: ['workers/main.ts'] }, database_url)
  try {
    const [original = ''] = await openCustomers(web.url, key, 1)
    await sendBatches(web.url, key, FACTS_OF_EACH, [original], someDayOfTwoYears)
    await until(FACTS_OF_EACH, 'select count(*)::integer as count from journal_entries')
    await until(1, 'select count(*)::integer as count from end_customer_figures')
    worker.child.kill('SIGSTOP')
    await copyCustomer(database.migration_database_url, original, customers - 1)
    await owner.query('update end_customers set name = $1 where end_customer_id = $2', [ORIGINAL, original])
    await owner.query('vacuum analyze')
    // The worker counts what lists of end customers show, of all of them once.
    worker.child.kill('SIGCONT')
    await until(customers, 'select count(*)::integer as count from end_customer_figures')
  } finally {
    await worker.stop()
    await web.stop()
  }
  await owner.query('vacuum analyze')
  await owner.query('checkpoint') // what filling has left to write is no part of a measurement
  await owner.end()
}
