import { setTimeout as sleep } from 'node:timers/promises'
import type { FactState } from '../../contract/facts/source-facts.ts'
import type { Body } from './client.ts'
import type { Demo } from './demo.ts'

export async function listFacts({ client, customer }: Demo, state: FactState): Promise<Body[]> {
  const facts: Body[] = []
  for (let after = ''; ; ) {
    const page = await client.get(`/v1/source-facts?end_customer_id=${customer}&state=${state}&limit=500${after}`)
    facts.push(...page.data)
    if (!page.has_more) return facts
    after = `&starting_after=${page.data.at(-1).id}`
  }
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
  const path = `/v1/statements/income-statement?end_customer_id=${customer}&fiscal_year_id=FY${year}`
  const { rows } = await client.get(path)
  return rows
    .flatMap(({ source_accounts }: Body) => source_accounts)
    .map(({ account_code, amount }: Body) => [account_code, amount.amount_minor])
}
