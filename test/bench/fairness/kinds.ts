import { randomUUID } from 'node:crypto'
import { todayInSwitzerland } from '../../../shared/process/clock.ts'
import { credit, debit, EXPENSES, voucher } from '../../support/requests/examples.ts'
import { documentText } from '../documents.ts'

/** Books of the key that uses all that it may. */
export type Books = {
  /** Very many entries of three lines. */
  readonly long: string
  readonly deepest: string
  /** Vouchers of a thousand lines, and the number of its last event: nothing happens there. */
  readonly wide: string
  readonly last_event: number
  /** Very many invoices, of which thousands are open. */
  readonly items: string
}

export type ExpensiveRequest = {
  readonly path: string
  readonly body?: () => string
  readonly accept?: string
  readonly prefer?: string
}

const BATCH = '/v1/source-facts/batch'

type Kind = { readonly at_once: number; readonly requests: (books: Books) => readonly ExpensiveRequest[] }

const [CSV, HTML] = ['text/csv', 'text/html']
const inAll = (path: string, formats: readonly string[]) =>
  formats.map((accept): ExpensiveRequest => ({ path, accept }))

/** The most expensive valid requests, by kind; a kind sends its requests in turn. */
export const KINDS: Readonly<Record<string, Kind>> = {
  'batches of 500 facts': {
    at_once: 8,
    requests: ({ long }) => [{ path: BATCH, body: () => batchOf(500, () => documentText(long, randomUUID())) }],
  },
  'batches of vouchers with 1000 lines': {
    at_once: 8,
    requests: ({ long }) => [{ path: BATCH, body: () => batchOf(4, () => JSON.stringify(wideVoucher(long))) }],
  },
  statements: {
    at_once: 32,
    requests: ({ long }) =>
      ['or-balance-sheet', 'or-income-statement', 'trial-balance'].flatMap((name) =>
        inAll(`/v1/statements/${name}?${year(long)}&comparison=prior_fiscal_year&granularity=month`, [
          'application/json',
          HTML,
        ]),
      ),
  },
  'account ledgers': {
    at_once: 32,
    requests: ({ long, wide }) =>
      [year(long, -1), year(wide)].flatMap((books) => [
        { path: `/v1/statements/account-ledger?${books}&account_code=6500&limit=500` },
        ...inAll(`/v1/statements/account-ledger?${books}&account_code=6500`, [CSV, HTML]),
      ]),
  },
  'open items of a day': {
    at_once: 32,
    requests: ({ items }) => {
      const path = `/v1/statements/open-items?end_customer_id=${items}&side=receivables&date=${todayInSwitzerland()}`
      return [{ path: `${path}&limit=500&partner_limit=500` }, ...inAll(path, [CSV, HTML])]
    },
  },
  'whole journals': {
    at_once: 32,
    requests: ({ long, wide }) =>
      [long, wide].flatMap((customer) =>
        inAll(`/v1/journal-entries?end_customer_id=${customer}`, [CSV, 'text/x-ledger']),
      ),
  },
  'deepest pages': {
    at_once: 32,
    requests: ({ long, wide, deepest }) => [
      { path: `/v1/journal-entries?end_customer_id=${long}&limit=500&starting_after=${deepest}` },
      { path: `/v1/journal-entries?end_customer_id=${wide}&limit=500` },
      { path: `/v1/source-facts?end_customer_id=${wide}&limit=500` },
    ],
  },
  'long waits': {
    at_once: 250,
    requests: ({ long, wide, last_event }) => [
      { path: EXPENSES, body: () => documentText(long, randomUUID(), '1999-01-01'), prefer: 'wait=30' },
      ...[1, 30].map((wait) => ({ path: `/v1/events?end_customer_id=${wide}&after=${last_event}&wait=${wait}` })),
    ],
  },
}

/** @param from_now the year before has as many lines as a whole account ledger may have, and no more come */
function year(customer: string, from_now = 0): string {
  return `end_customer_id=${customer}&fiscal_year_id=FY${Number(todayInSwitzerland().slice(0, 4)) + from_now}`
}

function batchOf(count: number, item: () => string): string {
  return `{"items":[${Array.from({ length: count }, item).join()}]}`
}

/** As many lines as a voucher may have, with texts. */
export function wideVoucher(customer: string): object {
  const text = 'Verteilung der Kosten auf die Projekte und Kostenstellen des Jahres'
  const lines = Array.from({ length: 500 }, (_, index) => [
    debit('6500', 100 + index, { text }),
    credit('1020', 100 + index, { text }),
  ]).flat()
  return voucher(customer, { business_date: todayInSwitzerland(), payload: { text: 'Umlage', lines } })
}
