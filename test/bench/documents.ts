import { randomUUID } from 'node:crypto'
import { todayInSwitzerland } from '../../shared/process/clock.ts'
import { chart, expense, taxLine } from '../support/requests/examples.ts'
import { accepted } from './http-client.ts'

/** An expense document with input tax: an entry of three lines. */
export function document(end_customer_id: string, business_date = todayInSwitzerland()) {
  return expense(end_customer_id, {
    business_date,
    payload: { document_date: business_date, tax_lines: [taxLine('I81', 10_000, 810)] },
  })
}

const BLANKS = /(CUSTOMER|REFERENCE|2000-01-01)/
const PARTS = JSON.stringify(document('CUSTOMER', '2000-01-01'), (name, value) =>
  name === 'external_reference' || name === 'idempotency_key' ? 'REFERENCE' : value,
).split(BLANKS)

/** The same as JSON with another reference. Made from parts: the load must not cost more than the measured work. */
export function documentText(end_customer_id: string, reference: string, business_date = todayInSwitzerland()): string {
  const filled: Record<string, string> = {
    CUSTOMER: end_customer_id,
    REFERENCE: reference,
    '2000-01-01': business_date,
  }
  return PARTS.map((part) => filled[part] ?? part).join('')
}

/** Any day of the two years that end today. */
export function someDayOfTwoYears(): string {
  const days = Math.floor(Math.random() * 730)
  const [year = 0, month = 0, day = 0] = todayInSwitzerland().split('-').map(Number)
  return new Date(Date.UTC(year, month - 1, day - days)).toISOString().slice(0, 10)
}

/** End customers with a chart, made over HTTP. */
export async function openCustomers(url: string, key: string, count: number): Promise<string[]> {
  const customers = Array.from({ length: count }, () => randomUUID())
  for (const customer of customers) await accepted(url, key, 'PUT', '/v1/accounts', chart(customer))
  return customers
}

/** Sends documents in batches of 100, some of them at once, to each of the end customers in turn. */
export async function sendBatches(
  url: string,
  key: string,
  count: number,
  customers: readonly string[],
  day: () => string = todayInSwitzerland,
) {
  let next = 0
  const sender = async () => {
    while (next < count) {
      const from = next
      next += 100
      const items = Array.from({ length: Math.min(100, count - from) }, (_, index) =>
        documentText(customers[(from + index) % customers.length] as string, randomUUID(), day()),
      )
      await accepted(url, key, 'POST', '/v1/source-facts/batch', `{"items":[${items.join()}]}`)
    }
  }
  await Promise.all([sender(), sender(), sender(), sender()])
}
