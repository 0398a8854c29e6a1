import type { FactState } from '../../contract/facts/source-facts.ts'
import type { Body } from './client.ts'
import type { Demo } from './demo.ts'
import { listFacts } from './queries.ts'
import { printJournalEntries, printRows } from './tables.ts'

export async function printBlockers(demo: Demo, title: string): Promise<void> {
  const blockers = (await listFacts(demo, 'blocked')).flatMap((fact) => fact.blockers)
  const byCode = Map.groupBy(blockers, ({ code }) => code)
  const rows = [...byCode].map(([code, [first, ...more]]) => [
    more.length + 1,
    code,
    first.message.slice(0, 72),
    first.remedy.slice(0, 60),
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
  const { data } = await client.get(`/v1/journal-entries?end_customer_id=${customer}&limit=500`)
  const has = (match: (line: Body) => boolean) => data.find(({ lines }: Body) => lines.some(match))
  const [reversed] = await listFacts(demo, 'reversed')
  const { data: storno } = await client.get(`/v1/journal-entries?end_customer_id=${customer}&source_id=${reversed.id}`)
  const special = [
    has((line) => line.account_code === '2000' && line.debit),
    has((line) => line.account_code === '1100' && line.debit),
    has((line) => line.tax?.tax_code === 'B81'),
  ].filter(Boolean)
  const shown = new Set([...data.slice(0, 4), ...special])
  printJournalEntries('Journal: the first entries, a credit note, an invoice, acquisition tax, a reversal', [
    ...shown,
    ...storno,
  ])
}
