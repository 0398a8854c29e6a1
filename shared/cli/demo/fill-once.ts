import { openPool, type Pool } from '../../store/db/database.ts'
import { type ApiKeyRow, disableApiKey, disableApiKeysOf, listApiKeys } from '../../store/platform/api-keys.ts'
import { issueKey, keyIdOf } from '../../store/platform/issue-key.ts'
import { hasEndCustomersBeside } from '../../store/setup/end-customers.ts'
import { newDemoCustomers } from './demo.ts'
import { runDemo } from './run.ts'

const CLIENT = 'demo company'
/** Enough for a company that looks like one, and booked within seconds. */
const DOCUMENTS = 150
const BESIDE_OTHERS =
  'The database has books already, and an invented company is not booked beside them: start without --demo, or name a new folder with HAUPTBUCH_DATA_DIR.'
const UNFINISHED =
  'A release before has begun to book the demo company in this database and was interrupted, and nothing says which books are the company’s: delete the data folder that is named above where it has no others, or name a new one with HAUPTBUCH_DATA_DIR; then start with --demo again. Without --demo the service starts with what is there.'
const LONGEST_MS = 3_600_000

/** @param page_pass null where it was shown by an earlier start: its secret is not kept */
export type FilledDemo = { readonly customer: string; readonly page_pass: string | null }

/**
 * The demo company of an earlier start, or null where it is to be booked. The pass for its pages is made at the end, so it says
 * that the company is complete: one that was interrupted is booked anew, as another end customer. A key that a killed start
 * has left ends here.
 *
 * @throws Error with one sentence where it is to be booked beside the books of others
 */
export function findDemo(database_url: string): Promise<string | null> {
  return withPool(database_url, async (pool) => {
    await disableApiKeysOf(pool, CLIENT)
    const keys = (await listApiKeys(pool)).filter(({ client_name }) => client_name === CLIENT)
    const [known] = keys
      .filter(({ scopes }) => isPass(scopes))
      .flatMap(({ end_customer_ids }) => end_customer_ids ?? [])
    if (known) return known
    const its_own = keys.flatMap(({ end_customer_ids }) => end_customer_ids ?? [])
    if (!(await hasEndCustomersBeside(pool, its_own))) return null
    throw new Error(keys.some(isOfReleaseBefore) ? UNFINISHED : BESIDE_OTHERS)
  })
}

export type DemoUnderWay = {
  /** @throws Error when a figure differs from the sum of the documents */
  readonly filled: Promise<FilledDemo>
  /** Ends its key at once; the rest fails by itself. */
  giveUp(): Promise<void>
}

/** Books the demo company in a running service, with a key for it alone that ends with the work. */
export function startDemo(database_url: string, base_url: string): DemoUnderWay {
  const customers = newDemoCustomers()
  const end_customer_ids = [customers.company, ...customers.taxed, customers.stranger]
  const expires_at = new Date(Date.now() + LONGEST_MS).toISOString() // also where the process is killed meanwhile
  const options = { client_name: CLIENT, end_customer_ids, expires_at }
  const issued = withPool(database_url, (pool) => issueKey(pool, options))
  const giveUp = async () => {
    const key_id = keyIdOf(await issued)
    await withPool(database_url, (pool) => disableApiKey(pool, key_id))
  }
  const book = async (): Promise<FilledDemo> => {
    await runDemo(base_url, await issued, customers, DOCUMENTS)
    const pass = { client_name: CLIENT, scopes: ['pages'], end_customer_ids: [customers.company, ...customers.taxed] }
    return { customer: customers.company, page_pass: await withPool(database_url, (pool) => issueKey(pool, pass)) }
  }
  return { filled: book().finally(giveUp), giveUp }
}

async function withPool<Result>(database_url: string, work: (pool: Pool) => Promise<Result>): Promise<Result> {
  const pool = await openPool(database_url, { pool_size: 1, statement_timeout_ms: 10_000 })
  try {
    return await work(pool)
  } finally {
    await pool.end()
  }
}

/** A key that books the company says for whom since there are such lists; before, it was for everybody. */
function isOfReleaseBefore({ scopes, end_customer_ids }: Pick<ApiKeyRow, 'scopes' | 'end_customer_ids'>): boolean {
  return !isPass(scopes) && end_customer_ids === null
}

function isPass(scopes: readonly string[]): boolean {
  return scopes.includes('pages')
}
