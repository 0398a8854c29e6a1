import { openPool } from '../../store/db/database.ts'
import { disableApiKey, listApiKeys } from '../../store/platform/api-keys.ts'
import { issueKey, keyIdOf } from '../../store/platform/issue-key.ts'
import { runDemo } from './run.ts'

const CLIENT = 'demo company'
/** Enough for a company that looks like one, and booked within seconds. */
const DOCUMENTS = 150
const LONGEST_MS = 3_600_000

/** @param page_pass null where it was shown by an earlier start: its secret is not kept */
export type FilledDemo = { readonly customer: string; readonly page_pass: string | null }

/**
 * Books the demo company in a running service, unless it is there. The pass for its pages is made at the end, so it says
 * that the company is complete: one that was interrupted is booked anew, as another end customer.
 *
 * @throws Error when a figure differs from the sum of the documents
 */
export async function fillDemoOnce(database_url: string, base_url: string): Promise<FilledDemo> {
  const pool = await openPool(database_url, { pool_size: 1, statement_timeout_ms: 10_000 })
  try {
    const passes = (await listApiKeys(pool)).filter(
      ({ client_name, scopes }) => client_name === CLIENT && isPass(scopes),
    )
    const [known] = passes.flatMap(({ end_customer_ids }) => end_customer_ids ?? [])
    if (known) return { customer: known, page_pass: null }
    const expires_at = new Date(Date.now() + LONGEST_MS).toISOString() // also where the process is killed meanwhile
    const key = await issueKey(pool, { client_name: CLIENT, expires_at })
    try {
      const { customer, others } = await runDemo(base_url, key, DOCUMENTS)
      const end_customer_ids = [customer, ...others]
      return { customer, page_pass: await issueKey(pool, { client_name: CLIENT, scopes: ['pages'], end_customer_ids }) }
    } finally {
      await disableApiKey(pool, keyIdOf(key))
    }
  } finally {
    await pool.end()
  }
}

function isPass(scopes: readonly string[]): boolean {
  return scopes.includes('pages')
}
