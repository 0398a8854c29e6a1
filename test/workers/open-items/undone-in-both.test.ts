import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import fc from 'fast-check'
import { canBeUndone } from '../../../shared/accounting/open-items/give-back.ts'
import { row, sql, type Tx } from '../../../shared/store/db/database.ts'
import { findChangedItems } from '../../../shared/store/open-items/changed-items.ts'
import { constraintOf } from '../../support/constraint-of.ts'
import { openQuietService, type QuietService } from '../../support/quiet-service.ts'
import { type UndoEvent, undoEvent } from './undo-events.ts'
import { UndoHistory } from './undo-history.ts'

const TAKEN_BACK = new Error('taken back')

/** The rule stands in give-back.ts for requests and workers, and in the trigger for whoever does not ask it. */
describe('whether the changes of a voucher can be undone', () => {
  let quiet: QuietService
  before(async () => {
    quiet = await openQuietService()
  })
  after(() => quiet.close())

  it('the database and the service say the same, whatever happened to the items', async function () {
    this.timeout(900_000)
    const seen = new Set<string>()
    const history = fc.array(undoEvent, { minLength: 6, maxLength: 14 })
    await fc.assert(
      fc.asyncProperty(history, (events) => agree(events, seen)),
      { seed: 958, numRuns: 12, endOnFailure: true },
    )
    expect([...seen].sort()).to.deep.equal([
      'can be undone',
      'cannot be undone',
      'revaluation can be undone',
      'revaluation cannot be undone',
    ])
  })

  it('a revaluation of which a draft has reserved the share', async () => {
    const seen = new Set<string>()
    const events: UndoEvent[] = [
      { kind: 'owe', amount: 6 },
      { kind: 'revalue', item: 1, value: -40 },
      { kind: 'settle', item: 0, share: 50, is_booked: false },
    ]
    await agree(events, seen)
    expect([...seen]).to.deep.equal(['cannot be undone', 'revaluation cannot be undone'])
  })

  it('a revaluation that stands between a payment and its reversal', async () => {
    const take: UndoEvent = { kind: 'take', item: 1, share: 50 }
    const settle: UndoEvent = { kind: 'settle', item: 0, share: 50, is_booked: true }
    const revalue: UndoEvent = { kind: 'revalue', item: 1, value: -40 }
    // The books open with two events, so the payable is the third, and its payment the fourth.
    const reverse: UndoEvent = { kind: 'reverse', which: 3 }
    for (const paid of [take, settle]) {
      const seen = new Set<string>()
      await agree([{ kind: 'owe', amount: 6 }, paid, revalue, reverse], seen)
      expect([...seen].sort()).to.deep.equal(['cannot be undone', 'revaluation can be undone'])
      await agree([{ kind: 'owe', amount: 6 }, paid, revalue, reverse, take], seen)
      expect([...seen]).to.include('revaluation cannot be undone')
    }
  })

  async function agree(events: readonly UndoEvent[], seen: Set<string>): Promise<void> {
    const books = new UndoHistory(quiet, randomUUID())
    await books.open()
    for (const happened of events) await books.run(happened)
    expect(await quiet.findings(books.customer)).to.deep.equal([])
    for (const posted of await postedVouchers(books.customer)) {
      const { changed, allowed } = await verdictsOf(books.customer, posted)
      const isRevaluation = changed.some(({ changed_minor }) => changed_minor === 0n)
      const can = changed.every(canBeUndone)
      expect(
        allowed,
        JSON.stringify({ events, changed }, (_, value) => String(value)),
      ).to.equal(can)
      if (changed.length > 0) seen.add(`${isRevaluation ? 'revaluation ' : ''}${can ? 'can' : 'cannot'} be undone`)
    }
  }

  const postedVouchers = (customer: string) =>
    quiet.worker.pool.any(sql.type(row<Posted>())`
      select source_fact_id, state.journal_entry_id from fact_states state
      join journal_entries using (end_customer_id, journal_entry_id)
      where end_customer_id = ${customer} and state.state = 'posted' and source_type = 'journal_voucher'
    `)

  /** What both say about the same rows; the change that the database makes is taken back. */
  async function verdictsOf(customer: string, { source_fact_id, journal_entry_id }: Posted) {
    return quiet.worker.pool.transaction(async (tx) => {
      const changed = await findChangedItems(tx, customer, journal_entry_id)
      return { changed, allowed: await isAllowed(tx, customer, source_fact_id, journal_entry_id) }
    })
  }

  const isAllowed = (tx: Tx, customer: string, fact: string, entry: string): Promise<boolean> =>
    tx
      .transaction(async (undoing) => {
        await undoing.query(sql.type(row())`select undo_changes_of_items(${customer}, ${fact}, ${entry})`)
        throw TAKEN_BACK
      })
      .catch((error) => {
        if (error === TAKEN_BACK) return true
        if (constraintOf(error) === 'open_items_used') return false
        throw error
      })
})

type Posted = { readonly source_fact_id: string; readonly journal_entry_id: string }
