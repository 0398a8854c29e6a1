import { setTimeout as sleep } from 'node:timers/promises'
import { uuidOf } from '../../shared/process/ids.ts'
import { row, sql } from '../../shared/store/db/database.ts'
import { document, openCustomers } from './documents.ts'
import { withWorker } from './draining.ts'
import { accepted } from './http-client.ts'
import type { BenchServer } from './processes.ts'
import { percentile, type Row } from './table.ts'

const GOAL = { p50: 15, p99: 50 }

/** Time from the 202 in the client's hand until the journal entry is committed, on a service with nothing else to do. */
export function measureLatency(server: BenchServer, samples: number): Promise<Row[]> {
  return server.withDatabase((database) =>
    withWorker(database, async ({ url }) => {
      const { key, pool } = database
      const [customer = ''] = await openCustomers(url, key, 1)
      const once = async () => {
        const { text } = await accepted(url, key, 'POST', '/v1/source-facts/expense-documents', document(customer))
        const answered = performance.now()
        const id = uuidOf('source_fact', JSON.parse(text).id)
        const isPosted = () =>
          pool.oneFirst(sql.prepared('is_posted', row<{ is_posted: boolean }>())`
            select state = 'posted' as is_posted from fact_states
            where end_customer_id = ${customer} and source_fact_id = ${id}
          `)
        while (!(await isPosted())) await sleep(1)
        return performance.now() - answered
      }
      const measured: number[] = []
      for (let sample = -50; sample < samples; sample += 1) {
        const ms = await once()
        if (sample >= 0) measured.push(ms)
        await sleep(20)
      }
      const [p50, p99] = [percentile(measured, 0.5), percentile(measured, 0.99)]
      return [
        {
          what: 'accepted → posted, idle service, p50 / p99',
          measured: `${p50.toFixed(1)} / ${p99.toFixed(1)} ms`,
          goal: `≤ ${GOAL.p50} / ${GOAL.p99} ms`,
          is_reached: p50 <= GOAL.p50 && p99 <= GOAL.p99,
          figures: { p50, p99, samples },
        },
      ]
    }),
  )
}
