import { randomUUID } from 'node:crypto'
import { todayInSwitzerland } from '../../shared/clock.ts'
import { chart, expense, taxLine } from '../support/examples.ts'
import { accepted } from './http-client.ts'

/** An expense document with input tax: an entry of three lines. */
export function document(end_customer_id: string, business_date = todayInSwitzerland()) {
  return expense(end_customer_id, {
    business_date,
    payload: { document_date: business_date, tax_lines: [taxLine('I81', 10_000, 810)] },
  })
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

/** Sends documents in batches of 100, some of them at once. */
export async function sendBatches(url: string, key: string, count: number, make: (index: number) => object) {
  let next = 0
  const sender = async () => {
    while (next < count) {
      const from = next
      next += 100
      const items = Array.from({ length: Math.min(100, count - from) }, (_, index) => make(from + index))
      await accepted(url, key, 'POST', '/v1/source-facts/batch', { items })
    }
  }
  await Promise.all([sender(), sender(), sender(), sender()])
}
