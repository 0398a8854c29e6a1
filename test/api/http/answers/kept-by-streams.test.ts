import type { Readable } from 'node:stream'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect } from 'chai'
import { takeTurns } from '../../../../api/http/admission/turns.ts'
import type { ApiDeps } from '../../../../api/http/api-deps.ts'
import type { ReadRequest } from '../../../../api/http/endpoint.ts'
import { JOURNAL_FORMATS } from '../../../../api/journal/export-journal.ts'
import { readJournalEntries } from '../../../../api/journal/read-journal-entries.ts'
import type { JournalEntryQuery } from '../../../../shared/contract/journal/journal-entries.ts'
import { post } from '../../../support/client.ts'
import { newEndCustomer } from '../../../support/requests/examples.ts'
import { LARGEST_REQUESTS } from '../../../support/requests/largest-requests.ts'
import { service } from '../../../support/service.ts'
import { there } from '../../../support/there.ts'

setFlagsFromString('--expose-gc') // contexts made from here on have the function
const collectGarbage: () => void = runInNewContext('gc')

const STREAMS = 20
/** Of a thousand lines each: the one that is read before the answer, the one that the stream stops in, and others. */
const ENTRIES = 4
/** In the heap, where what is read of an entry takes hundreds of kB. What is written of it are bytes outside of it. */
const MOST_KEPT = 60_000

type Open = (deps: ApiDeps, request: ReadRequest<JournalEntryQuery>) => Promise<unknown>

/** Each with the number of pieces that bring it into the second entry. */
const STREAMED: Readonly<Record<string, readonly [pieces: number, open: Open]>> = {
  json: [2, readJournalEntries],
  csv: [6, async (deps, request) => (await there(JOURNAL_FORMATS.csv).read(deps, request)).body],
  ledger: [7, async (deps, request) => (await there(JOURNAL_FORMATS.ledger).read(deps, request)).body],
}

describe('a journal that nobody reads on', function () {
  this.timeout(300_000)
  let end_customer_id: string

  before(async () => {
    end_customer_id = await newEndCustomer()
    for (let count = 0; count < ENTRIES; count += 1) {
      const { path, text } = there(LARGEST_REQUESTS['a voucher of 1000 lines'])(end_customer_id)
      const answer = await post(path as '/v1/source-facts/journal-vouchers', text, { wait: 30 })
      expect(answer.body.state, answer.text).to.equal('posted')
    }
  })

  for (const [format, [pieces, open]] of Object.entries(STREAMED))
    it(`keeps what is written of it in memory, and no entries: ${format}`, async () => {
      const home = { pool: service().web.pool, takeTurns: takeTurns(), databases: { of: () => 'home' } }
      const deps = Object.assign(home, { apiDepsIn: () => home }) as unknown as ApiDeps
      const request = { caller: { key_id: 'a' }, query: { end_customer_id }, inTurn: (work: () => unknown) => work() }
      const kept: unknown[] = []
      const begin = async () => {
        const written = ((await open(deps, request as never)) as Readable)[Symbol.asyncIterator]()
        for (let count = 0; count < pieces; count += 1) await written.next()
        kept.push(written)
      }
      await begin()
      collectGarbage()
      const before = process.memoryUsage().heapUsed
      for (let count = 0; count < STREAMS; count += 1) await begin()
      collectGarbage()
      const bytes = (process.memoryUsage().heapUsed - before) / STREAMS
      expect(bytes).to.be.lessThan(MOST_KEPT)
      expect(kept).to.have.length(STREAMS + 1)
    })
})
