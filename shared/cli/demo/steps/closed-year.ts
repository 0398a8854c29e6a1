import { type Demo, expectEqual, say } from '../demo.ts'

/** Closes a fiscal year, and says what is kept of it. @returns its balance sheet, byte by byte */
export async function closeFirstYear(demo: Demo): Promise<string> {
  const { client, customer } = demo
  const fiscal_year_id = 'FY2024'
  await client.closeFiscalYear({ fiscal_year_id, body: { end_customer_id: customer, reason: 'annual accounts' } })
  const { changes } = await client.getFiscalYear({ fiscal_year_id, query: { end_customer_id: customer } })
  const [closed] = changes
  const { entry_number } = closed?.ledger_position ?? {}
  say(`   Its statements are kept as of entry ${entry_number}: SHA-256 ${closed?.closing?.content_sha256}`)
  return readClosedYear(demo)
}

/** Moves an account of the closed year to another row: its statements stay, those of open years follow. */
export async function changeBehindClosedYear(demo: Demo, closed: string): Promise<void> {
  const { client, customer } = demo
  const mappings = [{ mapping_key: 'or.immaterielle_werte', account_code: '1520', valid_from: '2024-01-01' }]
  await client.putAccountMappings({ body: { end_customer_id: customer, mappings } })
  expectEqual('the closed year after another mapping', await readClosedYear(demo), closed)
  say('The closed year 2024 says the same, byte by byte, although one of its accounts has another row since.')
}

async function readClosedYear({ client, customer }: Demo): Promise<string> {
  const query = { end_customer_id: customer, fiscal_year_id: 'FY2024' }
  return JSON.stringify(await client.getOrBalanceSheet({ query }))
}
