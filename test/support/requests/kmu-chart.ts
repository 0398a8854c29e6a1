import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { put } from '../client.ts'

type KmuAccount = { account_code: string; account_name: string; account_type: string; or_row: string }

/** The usual accounts of the Swiss SME chart, each with the row of the OR statements that it stands on. */
export const KMU_ACCOUNTS: readonly KmuAccount[] = (
  JSON.parse(readFileSync(new URL('../../data/kmu-chart.json', import.meta.url), 'utf8')) as string[][]
).map(([account_code = '', account_name = '', account_type = '', or_row = '']) => ({
  account_code,
  account_name,
  account_type,
  or_row,
}))

/** An end customer with the SME chart since 2020, but for some accounts. */
export async function newKmuCustomer(missing: readonly string[] = []): Promise<string> {
  const end_customer_id = randomUUID()
  const listed = KMU_ACCOUNTS.filter(({ account_code }) => !missing.includes(account_code))
  const accounts = listed.map(({ or_row, ...account }) => account)
  await put('/v1/accounts', { end_customer_id, valid_from: '2020-01-01', accounts })
  return end_customer_id
}
