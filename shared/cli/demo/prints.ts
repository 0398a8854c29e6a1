import type { FactState } from '../../contract/facts/source-facts.ts'
import type { Demo } from './demo.ts'
import { listFacts } from './queries.ts'
import { type ListedEntry, printJournalEntries, printRows } from './tables.ts'

export async function printBlockers(demo: Demo, title: string): Promise<void> {
  const blockers = (await listFacts(demo, 'blocked')).flatMap((fact) => fact.blockers)
  const byCode = Map.groupBy(blockers, ({ code }) => code)
  const rows = [...byCode].map(([code, found]) => [
    found.length,
    code,
    found[0]?.message.slice(0, 72) ?? '',
    found[0]?.remedy.slice(0, 60) ?? '',
  ])
  printRows(title, ['facts', 'blocker', 'message', 'remedy'], rows, [0])
}

export async function printStates(demo: Demo): Promise<void> {
  const states: FactState[] = ['posted', 'reversed', 'superseded', 'withdrawn', 'blocked', 'received']
  const rows = await Promise.all(states.map(async (state) => [state, (await listFacts(demo, state)).length]))
  printRows('Source facts', ['state', 'facts'], rows, [1])
}

export async function printJournal(demo: Demo): Promise<void> {
  const { client, customer } = demo
  const query = { end_customer_id: customer, limit: 500 }
  const { data } = await client.listJournalEntries({ query })
  const has = (match: (line: ListedEntry['lines'][number]) => boolean) => data.find(({ lines }) => lines.some(match))
  const [reversed] = await listFacts(demo, 'reversed')
  const { data: storno } = await client.listJournalEntries({
    query: { ...query, ...(reversed && { source_id: reversed.id }) },
  })
  const special = [
    has((line) => line.account_code === '2000' && Boolean(line.debit)),
    has((line) => line.account_code === '1100' && Boolean(line.debit)),
    has((line) => line.tax?.tax_code === 'B81'),
  ].filter((found) => found !== undefined)
  const shown = new Set([...data.slice(0, 4), ...special])
  printJournalEntries('Journal: the first entries, a credit note, an invoice, acquisition tax, a reversal', [
    ...shown,
    ...storno,
  ])
}
