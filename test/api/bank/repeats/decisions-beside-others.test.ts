import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { row, sql } from '../../../../shared/store/db/database.ts'
import { findings } from '../../../support/books.ts'
import { itemsOf, post } from '../../../support/client.ts'
import { chf, credit, debit, VOUCHERS, voucher } from '../../../support/requests/examples.ts'
import { newKmuCustomer } from '../../../support/requests/kmu-chart.ts'
import { service } from '../../../support/service.ts'
import { there } from '../../../support/there.ts'
import { countsOf, entriesOf } from '../imports-of.ts'
import { statementOf } from '../statement-of.ts'
import { BOOKING, type Entry, reviewsOf, X, Y, Z } from './reviews-of.ts'

describe('a decision about a possible repeat that is taken back, beside others', () => {
  let customer: string
  let reviews: ReturnType<typeof reviewsOf>
  beforeEach(async () => {
    customer = await newKmuCustomer()
    reviews = reviewsOf(customer)
  })
  const expectInOrder = async () => expect(await findings(customer)).to.deep.equal([])

  it('repeats of a repeat go with it, and each is taken back by itself', async () => {
    const { doubtful, entryOf, paidEntries, review, takeBack } = reviews
    const [one, two, three] = (await doubtful(X, Y, Z)) as [Entry, Entry, Entry]
    expect(three.repeat_of_entry_id).to.be.oneOf([one.id, two.id])
    await service().owner.query(sql.type(row())`
      update camt053_entries third set possible_repeat_of = second.entry_id from camt053_entries second
      where third.end_customer_id = ${customer} and second.end_customer_id = ${customer}
        and third.canonical_entry_hash = ${three.canonical_entry_hash}
        and second.canonical_entry_hash = ${two.canonical_entry_hash}
    `)
    await review(three.id, 'repeat')
    await review(two.id, 'repeat')
    const imports = async (id: string) => new Set((await entryOf(id)).import_ids)
    expect(await imports(one.id)).to.deep.equal(new Set([one, two, three].map(({ import_id }) => import_id)))
    await takeBack(two.id)
    expect(await imports(one.id)).to.deep.equal(new Set([one.import_id]))
    expect(await imports(two.id)).to.deep.equal(new Set([two.import_id, three.import_id]))
    expect((await entryOf(three.id)).repeat_of_entry_id).to.equal(two.id)
    await expectInOrder()
    await takeBack(three.id)
    expect(await imports(two.id)).to.deep.equal(new Set([two.import_id]))
    expect(await imports(three.id)).to.deep.equal(new Set([three.import_id]))
    await expectInOrder()
    for (const { id } of [two, three]) await review(id, 'new')
    expect((await paidEntries()).length).to.equal(3)
    await expectInOrder()
  })

  it('of a decision that the release before has made, it has the place of its import again', async () => {
    const { doubtful, entryOf, review, takeBack } = reviews
    const [known, possible] = await doubtful(X, Y)
    await review(possible.id, 'repeat')
    await service().owner.query(sql.type(row())`delete from repeat_decisions where end_customer_id = ${customer}`)
    await service().owner.query(sql.type(row())`
      update camt053_statement_entries set brought_entry_id = null where end_customer_id = ${customer}
    `)
    const { body } = await takeBack(possible.id)
    expect(body.import_ids).to.deep.equal([possible.import_id])
    expect(body.earlier_repeat_decisions.map(({ reason }) => reason)).to.deep.equal(['Beleg'])
    expect((await entryOf(known.id)).import_ids).to.deep.equal([known.import_id])
    await expectInOrder()
  })

  it('a return that is in doubt again gives the payment back that it took', async () => {
    const { review, takeBack } = reviews
    const back = [{ amount: '20.00', direction: 'DBIT', text: 'Storno' }]
    const asReturn = (id: string) =>
      statementOf(back, { id }).replace('</CdtDbtInd><Sts>', '</CdtDbtInd><RvslInd>true</RvslInd><Sts>')
    // The first return takes the only credit of 20.00 back. Then comes another one, and a return that may be the first again.
    const other = statementOf([{ ...BOOKING, text: 'Andere' }], { id: 'Y' })
    await countsOf(customer, X, asReturn('R1'), other, asReturn('R2'))
    const states = async () => (await itemsOf('payments', customer)).map(({ state }) => state).sort()
    const [possible] = await entriesOf(customer, '&possible_repeat=true')
    expect([there(possible).reversal_indicator, await states()]).to.deep.equal([true, ['open', 'returned']])
    await review(there(possible).id, 'new')
    expect(await states()).to.deep.equal(['returned', 'returned'])
    await takeBack(there(possible).id)
    expect(await states()).to.deep.equal(['open', 'returned'])
    await expectInOrder()
    await review(there(possible).id, 'new')
    expect(await states()).to.deep.equal(['returned', 'returned'])
    await expectInOrder()
  })

  it('has its effect once when it is sent twice, and an event', async () => {
    const { doubtful, entryOf, review } = reviews
    const [, possible] = await doubtful(X, Y)
    await review(possible.id, 'new')
    const path = `/v1/camt-053/entries/${possible.id}/repeat-review/reverse`
    const request = { end_customer_id: customer, reason: 'Irrtum' }
    const before = (await itemsOf('events', customer)).length
    const idempotencyKey = randomUUID()
    const answers = await Promise.all([1, 2].map(() => post(path, request, { idempotencyKey })))
    expect(answers.map(({ status }) => status)).to.deep.equal([201, 201])
    expect((await entryOf(possible.id)).earlier_repeat_decisions.length).to.equal(1)
    const events = (await itemsOf('events', customer)).slice(before)
    const changed = events.filter(({ event_type }) => event_type === 'bank_entry.changed')
    expect(changed.map(({ subject }) => subject.id)).to.include(possible.id)
  })

  it('beside a link that is asked for at once: one of the two wins, and the rows fit', async () => {
    const { doubtful, review, takeBack } = reviews
    const lines = [debit('1020', 2_000), credit('6950', 2_000)]
    const { body: fact } = await post(VOUCHERS, voucher(customer, { payload: { lines } }), { wait: 10 })
    const [, possible] = await doubtful(X, Y)
    await review(possible.id, 'new')
    const link = { end_customer_id: customer, journal_entry_id: there(fact.journal_entry_id).id, line_number: 1 }
    for (let round = 0; round < 5; round += 1) {
      const [linked, taken] = await Promise.all([
        post(`/v1/camt-053/entries/${possible.id}/links`, { ...link, amount: chf(2_000), reason: 'x' }),
        takeBack(possible.id),
      ])
      expect([linked.status === 201, taken.status === 201].filter(Boolean).length).to.equal(1)
      await expectInOrder()
      if (taken.status === 201) await review(possible.id, 'new')
      else {
        const id = there(linked.body.uses[0]).id
        await post(`/v1/camt-053/entries/${possible.id}/links/${id}/reverse`, {
          end_customer_id: customer,
          reason: 'x',
        })
      }
    }
  })
})
