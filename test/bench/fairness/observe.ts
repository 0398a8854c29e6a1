import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { todayInSwitzerland } from '../../../shared/process/clock.ts'
import { EXPENSES } from '../../support/requests/examples.ts'
import { documentText } from '../documents.ts'
import { call, type Reply } from '../http-client.ts'

const PAUSE_MS = 5

/** Milliseconds of small requests, and from a request with a fact until it is booked. */
export type Observed = { readonly answered: number[]; readonly posted: number[] }

/** Sends small reads and writes, one after the other, as one user of another key. */
export async function observe(url: string, key: string, customer: string, during_ms: number): Promise<Observed> {
  const year = `end_customer_id=${customer}&fiscal_year_id=FY${todayInSwitzerland().slice(0, 4)}`
  const observed: Observed = { answered: [], posted: [] }
  const send = () => call(url, key, 'POST', EXPENSES, documentText(customer, randomUUID()))
  const read = (path: string) => call(url, key, 'GET', path)
  const ends_at = performance.now() + during_ms
  while (performance.now() < ends_at) {
    const started = performance.now()
    const written = await send()
    const { id } = JSON.parse(written.text)
    const isSettled = async () => JSON.parse((await read(`/v1/source-facts/${id}`)).text).state !== 'received'
    while (!(await isSettled())) await sleep(2)
    observed.posted.push(performance.now() - started)
    const replies: Reply[] = [
      written,
      await read(`/v1/source-facts/${id}`),
      await read(`/v1/journal-entries?end_customer_id=${customer}&limit=10`),
      await read(`/v1/statements/trial-balance?${year}`),
      await read(`/v1/events?end_customer_id=${customer}&limit=10`),
    ]
    for (const { status, ms, text } of replies) {
      if (status >= 400) throw new Error(`another key was answered with ${status}: ${text}`)
      observed.answered.push(ms)
    }
    await sleep(PAUSE_MS)
  }
  return observed
}
