import { setTimeout as sleep } from 'node:timers/promises'
import type { ItemOf } from '../../client/index.ts'
import type { FactState } from '../../contract/facts/source-facts.ts'
import type { Demo } from './demo.ts'

export type Fact = ItemOf<'listSourceFacts'>

export function listFacts({ client, customer }: Demo, state: FactState): Promise<Fact[]> {
  return Array.fromAsync(client.each('listSourceFacts', { query: { end_customer_id: customer, state, limit: 500 } }))
}

export function untilDecided(demo: Demo): Promise<void> {
  return waitUntil(async () => (await listFacts(demo, 'received')).length === 0, 'every document is decided')
}

export async function waitUntil(condition: () => Promise<boolean>, what: string): Promise<void> {
  const deadline = performance.now() + 60_000
  while (!(await condition())) {
    if (performance.now() > deadline) throw new Error(`waited a minute until ${what}`)
    await sleep(50)
  }
}

/** The income statement of a fiscal year by account, as `[code, amount]` in Rappen. */
export async function resultByAccount({ client, customer }: Demo, year: number): Promise<[string, number][]> {
  const query = { end_customer_id: customer, fiscal_year_id: `FY${year}` }
  const { rows } = await client.getIncomeStatement({ query })
  return rows
    .flatMap(({ source_accounts }) => source_accounts)
    .map(({ account_code, amount }) => [account_code ?? '', amount.amount_minor])
}
