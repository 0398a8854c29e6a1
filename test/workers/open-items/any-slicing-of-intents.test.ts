import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import fc from 'fast-check'
import { row, sql } from '../../../shared/store/db/database.ts'
import { postIntents } from '../../../workers/settlement/post-intents.ts'
import { openQuietService, type QuietService } from '../../support/quiet-service.ts'
import { type UndoEvent, undoEvent } from './undo-events.ts'
import { UndoHistory } from './undo-history.ts'

type Asked = Extract<UndoEvent, { kind: 'settle' | 'allocate' | 'reverse' }>

const asked: fc.Arbitrary<Asked> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('reverse' as const), which: fc.nat(11) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constantFrom('settle' as const, 'allocate' as const),
      item: fc.nat(3),
      share: fc.constantFrom(10, 50),
      is_booked: fc.constant(true),
    }),
  },
)

describe('intents have the same outcome, however they fall into transactions', () => {
  let quiet: QuietService
  before(async () => {
    quiet = await openQuietService()
  })
  after(() => quiet.close())

  it('whatever has happened to items, and whatever drafts wait', async function () {
    this.timeout(900_000)
    const history = fc.array(undoEvent, { minLength: 4, maxLength: 9 })
    const requests = fc.array(asked, { minLength: 4, maxLength: 10 })
    await fc.assert(
      fc.asyncProperty(history, requests, fc.infiniteStream(fc.boolean()), async (events, wanted, cuts) => {
        const alone = await outcomes(events, wanted, () => true)
        const together = await outcomes(events, wanted, () => false)
        const cut = await outcomes(events, wanted, () => cuts.next().value)
        expect(together).to.deep.equal(alone)
        expect(cut).to.deep.equal(alone)
      }),
      { seed: 959, numRuns: 10, endOnFailure: true },
    )
  })

  it('two vouchers that give back to an item of which a draft has a half, where there is room for one', async () => {
    const events: UndoEvent[] = [
      { kind: 'owe', amount: 9 },
      { kind: 'take', item: 1, share: 10 },
      { kind: 'take', item: 1, share: 10 },
      { kind: 'give', item: 1, share: 10 },
      { kind: 'settle', item: 0, share: 50, is_booked: false },
    ]
    // An invoice and its allocation come first of all, then the payable.
    const wanted: Asked[] = [
      { kind: 'reverse', which: 3 },
      { kind: 'reverse', which: 4 },
    ]
    const alone = await outcomes(events, wanted, () => true)
    expect(alone.intents.slice(-2)).to.deep.equal([
      'source_fact_reversal succeeded',
      'source_fact_reversal blocked Open item ID has been used since.',
    ])
    expect(await outcomes(events, wanted, () => false)).to.deep.equal(alone)
  })

  it('a voucher that gives back as much as a draft has reserved, then a revaluation that came between them', async () => {
    const events: UndoEvent[] = [
      { kind: 'owe', amount: 9 },
      { kind: 'take', item: 1, share: 50 },
      { kind: 'revalue', item: 1, value: -40 },
    ]
    const wanted: Asked[] = [
      { kind: 'reverse', which: 3 },
      { kind: 'reverse', which: 4 },
      { kind: 'settle', item: 0, share: 100, is_booked: true },
    ]
    const alone = await outcomes(events, wanted, () => true)
    expect(alone.intents.slice(-3)).to.deep.equal([
      'source_fact_reversal succeeded',
      'source_fact_reversal blocked Open item ID has been used since.',
      'settlement_posting succeeded',
    ])
    expect(await outcomes(events, wanted, () => false)).to.deep.equal(alone)
  })

  async function outcomes(events: readonly UndoEvent[], wanted: readonly Asked[], isCut: () => boolean) {
    const books = new UndoHistory(quiet, randomUUID())
    await books.open()
    for (const happened of events) await books.run(happened)
    for (const one of wanted) await books.ask(one)
    let some = []
    for (const job of await quiet.jobsOf('ledger.post', books.customer)) {
      some.push(job)
      if (!isCut()) continue
      await postIntents(quiet.worker, some)
      some = []
    }
    await postIntents(quiet.worker, some)
    expect(await quiet.findings(books.customer)).to.deep.equal([])
    return { intents: await intentsOf(books.customer), items: await itemsOf(books.customer) }
  }

  async function intentsOf(customer: string): Promise<string[]> {
    const intents = await quiet.worker.pool.any(sql.type(row<Intent>())`
      select intent_type, state, array(select jsonb_array_elements(blockers) ->> 'message') as messages
      from intents where end_customer_id = ${customer}
      order by intent_id
    `)
    return intents.map(({ intent_type, state, messages }) =>
      [intent_type, state, ...messages.map(withoutIds)].join(' '),
    )
  }

  const itemsOf = (customer: string) =>
    quiet.worker.pool.any(sql.type(row<object>())`
      select kind, account_code, amount_minor::text, open_amount_minor::text, base_open_amount_minor::text, state
      from open_items where end_customer_id = ${customer}
      order by entry_number, line_number
    `)
})

type Intent = { readonly intent_type: string; readonly state: string; readonly messages: readonly string[] }

const withoutIds = (message: string) => message.replaceAll(/\b[a-z]+_[0-9a-z]{26}\b/g, 'ID')
