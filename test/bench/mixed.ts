import { setTimeout as sleep } from 'node:timers/promises'
import { document, openCustomers } from './documents.ts'
import { withWorker } from './draining.ts'
import { call } from './http-client.ts'
import { postLines } from './post-lines.ts'
import type { BenchServer } from './processes.ts'
import { type Journal, READS } from './reading.ts'
import { percentile, type Row, ratioRow } from './table.ts'

const PER_SECOND = 50

/**
 * A steady stream of requests, nine reads for each write, first on an idle service and then while a backlog drains:
 * how much longer the slowest reads take. Requests start on time, whether the ones before are answered or not.
 */
export function measureMixed(server: BenchServer, backlog: number): Promise<Row[]> {
  return server.withDatabase((database) =>
    withWorker(database, async ({ url, drain }) => {
      const { key } = database
      const customers = await openCustomers(url, key, 50)
      const [customer = ''] = await openCustomers(url, key, 1)
      const journal = { customer, deepest: await postLines(database, customer, 10_000) }
      const stream = (goesOn: () => boolean) => streamRequests(url, key, journal, goesOn)
      await drain(customers, 5_000)
      await stream(lasting(3_000))
      const idle = percentile(await stream(lasting(15_000)), 0.99)
      let isDrained = false
      // The documents are accepted while the worker is frozen; the stream begins with the draining.
      let hasBegun = () => {}
      const begun = new Promise<void>((resolve) => {
        hasBegun = resolve
      })
      const drained = drain(customers, backlog, undefined, hasBegun).then((rate) => {
        isDrained = true
        return rate
      })
      await begun
      const loaded = percentile(await stream(() => !isDrained), 0.99)
      return [
        ratioRow(
          `p99 of reads while ${backlog} facts drain, against idle (${PER_SECOND} requests/s, 90 % reads)`,
          `${loaded.toFixed(1)} ms against ${idle.toFixed(1)} ms`,
          loaded / idle,
          { most: 2 },
          { loaded, idle, drained_per_second: await drained },
        ),
      ]
    }),
  )
}

/** @returns how long each read took, in milliseconds */
async function streamRequests(url: string, key: string, journal: Journal, goesOn: () => boolean): Promise<number[]> {
  const ms: number[] = []
  const answers: Promise<void>[] = []
  for (let count = 0; goesOn(); count += 1) {
    const read = READS[count % READS.length]
    const isWrite = count % 10 === 9
    const answer =
      isWrite || !read
        ? call(url, key, 'POST', '/v1/source-facts/expense-documents', document(journal.customer))
        : call(url, key, 'GET', read.path(journal)).then((reply) => {
            if (reply.status === 200) ms.push(reply.ms)
          })
    answers.push(answer.then(() => {}))
    await sleep(1_000 / PER_SECOND)
  }
  await Promise.all(answers)
  return ms
}

function lasting(ms: number): () => boolean {
  const end = performance.now() + ms
  return () => performance.now() < end
}
