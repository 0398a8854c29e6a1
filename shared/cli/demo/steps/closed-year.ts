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

/** The taxes of a year that nobody has assessed yet are an accrual for many fiduciaries; by its code the account stands elsewhere. */
const TAXES = { account_code: '2208', row_key: 'passive_rechnungsabgrenzungen' }

/** Moves an account of the closed year to another row: its statements stay, those of open years follow. */
export async function changeBehindClosedYear(demo: Demo, closed: string): Promise<void> {
  const { client, customer } = demo
  const { account_code, row_key } = TAXES
  const mappings = [{ mapping_key: `or.${row_key}`, account_code, valid_from: '2024-01-01' }]
  await client.putAccountMappings({ body: { end_customer_id: customer, mappings } })
  expectEqual('the closed year after another mapping', await readClosedYear(demo), closed)
  const { rows } = await client.getOrBalanceSheet({ query: { end_customer_id: customer, fiscal_year_id: 'FY2025' } })
  const row = rows.find(({ source_accounts }) => source_accounts.some((source) => source.account_code === account_code))
  expectEqual('the row of the direct taxes in the open year', row?.row_key, row_key)
  say(
    'The closed year 2024 says the same, byte by byte, although the direct taxes have been mapped to another row since.',
  )
  say('The open year 2025 shows them there.')
}

async function readClosedYear({ client, customer }: Demo): Promise<string> {
  const query = { end_customer_id: customer, fiscal_year_id: 'FY2024' }
  return JSON.stringify(await client.getOrBalanceSheet({ query }))
}
