import type { Readable } from 'node:stream'
import { expect } from 'chai'
import type { ApiDeps } from '../../api/http/api-deps.ts'
import type { ReadRequest } from '../../api/http/endpoint.ts'
import { JOURNAL_FORMATS } from '../../api/journal/export-journal.ts'
import type { JournalEntryQuery } from '../../shared/contract/journal/journal-entries.ts'
import { eventually } from '../support/books.ts'
import type { PlaceName } from '../support/moving/books-in.ts'
import { openMoves } from '../support/moving/moves-of-tests.ts'
import { chart, expense } from '../support/requests/examples.ts'
import { there } from '../support/there.ts'

/** More than one piece of an export. */
const ENTRIES = 200

describe('a stream whose end customer moves', function () {
  this.timeout(300_000)
  let moves: Awaited<ReturnType<typeof openMoves>>
  before(async () => {
    moves = await openMoves()
  })
  after(async () => {
    expect(await moves.close()).to.deep.equal([0, 0])
  })

  /** Those of a process that knows where the end customer lives. */
  function depsAt(place: () => PlaceName): ApiDeps {
    const apiDepsIn = (name: PlaceName): object => ({ pool: moves.owners[name], databases: { of: place }, apiDepsIn })
    return apiDepsIn(place()) as ApiDeps
  }

  for (const format of ['csv', 'ledger'] as const)
    it(`has all entries, though its reader is slower than the clean-up (${format})`, async () => {
      const they = await moves.newcomer()
      await moves.client.put('/v1/accounts', chart(they))
      const items = Array.from({ length: ENTRIES }, () => expense(they))
      expect((await moves.client.post('/v1/source-facts/batch', { items })).status).to.equal(202)
      await eventually(async () => (await moves.rowsIn('home', they)).journal_entries === ENTRIES, 120)
      let lives: PlaceName = 'home'
      const request = { query: { end_customer_id: they }, inTurn: (work: () => unknown) => work() }
      const read = async () => {
        const asked = request as unknown as ReadRequest<JournalEntryQuery>
        const { body } = await there(JOURNAL_FORMATS[format]).read(
          depsAt(() => lives),
          asked,
        )
        return (body as Readable)[Symbol.asyncIterator]()
      }
      const restOf = async (stream: AsyncIterator<unknown>) => {
        let text = ''
        for (let next = await stream.next(); !next.done; next = await stream.next()) text += next.value
        return text
      }
      const whole = await restOf(await read())
      const slow = await read()
      const first = String((await slow.next()).value)
      await moves.move(they, 'second')
      lives = 'second'
      expect(await moves.rowsIn('home', they)).to.deep.equal({})
      expect(first + (await restOf(slow))).to.equal(whole)
    })
})
