import { createHash } from 'node:crypto'
import { addDays } from '../../../shared/accounting/amounts/dates.ts'
import { todayInSwitzerland } from '../../../shared/process/clock.ts'
import {
  chart,
  EXPENSES,
  expense,
  INVOICES,
  invoice,
  taxLine,
  VOUCHERS,
  voucher,
} from '../../support/requests/examples.ts'
import { accepted } from '../http-client.ts'

type Fact = { readonly path: string; readonly body: string }
export type Accept = (url: string, key: string, facts: readonly Fact[]) => Promise<void>
/** What every round of every version gets, byte for byte. */
export type Workload = {
  readonly customers: readonly string[]
  readonly warm_up: readonly Fact[]
  /** All alike, and in each as many facts that are sent alone as in batches. */
  readonly slices: readonly { readonly alone: readonly Fact[]; readonly together: readonly Fact[] }[]
}

const CUSTOMERS = 50
const DAYS = 60
const SLICES = 4
const IN_FLIGHT = 64
const BATCHES_IN_FLIGHT = 4
const BATCH_SIZE = 100

/** @param facts that are measured; half as many warm up */
export function makeWorkload(facts: number): Workload {
  const today = todayInSwitzerland()
  const customers = Array.from({ length: CUSTOMERS }, (_, index) => uuid(`customer ${index}`))
  const length = Math.ceil(facts / SLICES / 2)
  const all = Array.from({ length: 3 * SLICES * length }, (_, index) =>
    makeFact(index, customers[index % CUSTOMERS] as string, addDays(today, -(index % DAYS))),
  )
  const measured = all.splice(0, 2 * SLICES * length)
  const slices = Array.from({ length: SLICES }, () => ({
    alone: measured.splice(0, length),
    together: measured.splice(0, length),
  }))
  return { customers, warm_up: all, slices }
}

export async function openCharts(url: string, key: string, customers: readonly string[]): Promise<void> {
  for (const customer of customers) await accepted(url, key, 'PUT', '/v1/accounts', chart(customer))
}

export const sendAlone: Accept = (url, key, facts) =>
  sendAll(facts, IN_FLIGHT, ({ path, body }) => accepted(url, key, 'POST', path, body))

export const sendTogether: Accept = (url, key, facts) => {
  const starts = Array.from({ length: Math.ceil(facts.length / BATCH_SIZE) }, (_, index) => index * BATCH_SIZE)
  return sendAll(starts, BATCHES_IN_FLIGHT, (start) => {
    const items = facts.slice(start, start + BATCH_SIZE).map(({ body }) => body)
    return accepted(url, key, 'POST', '/v1/source-facts/batch', `{"items":[${items.join()}]}`)
  })
}

/** Of ten facts, six are expenses, three invoices and one a voucher. */
function makeFact(index: number, end_customer_id: string, date: string): Fact {
  const reference = uuid(`fact ${index}`)
  const fields = { business_date: date, external_reference: reference, idempotency_key: reference }
  const kind = (index + Math.floor(index / CUSTOMERS)) % 10 // each end customer has all kinds
  if (kind === 9) return { path: VOUCHERS, body: JSON.stringify(voucher(end_customer_id, fields)) }
  if (kind > 5) {
    const payload = { document_date: date, due_date: addDays(date, 30) }
    return { path: INVOICES, body: JSON.stringify(invoice(end_customer_id, { ...fields, payload })) }
  }
  const payload = { document_date: date, tax_lines: [taxLine('I81', 10_000, 810)] }
  return { path: EXPENSES, body: JSON.stringify(expense(end_customer_id, { ...fields, payload })) }
}

/** The same name has the same UUID in every run. */
function uuid(name: string): string {
  const hash = createHash('sha256').update(name).digest('hex')
  return `${hash.slice(0, 8)}-${hash.slice(8, 12)}-4${hash.slice(13, 16)}-8${hash.slice(17, 20)}-${hash.slice(20, 32)}`
}

async function sendAll<Item>(items: readonly Item[], in_flight: number, send: (item: Item) => Promise<unknown>) {
  let next = 0
  const sender = async () => {
    while (next < items.length) {
      next += 1
      await send(items[next - 1] as Item)
    }
  }
  await Promise.all(Array.from({ length: in_flight }, sender))
}
