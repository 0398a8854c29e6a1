import { expect } from 'chai'
import { findings } from '../../../support/books.ts'
import { get, itemsOf, post } from '../../../support/client.ts'
import { chf, credit, debit, VOUCHERS, voucher } from '../../../support/requests/examples.ts'
import { newKmuCustomer } from '../../../support/requests/kmu-chart.ts'
import { there } from '../../../support/there.ts'
import { countsOf, entriesOf } from '../imports-of.ts'
import { statementOf } from '../statement-of.ts'
import { reviewsOf, X, Y } from './reviews-of.ts'

describe('a decision about a possible repeat that is taken back', () => {
  let customer: string
  let reviews: ReturnType<typeof reviewsOf>
  beforeEach(async () => {
    customer = await newKmuCustomer()
    reviews = reviewsOf(customer)
  })
  const expectInOrder = async () => expect(await findings(customer)).to.deep.equal([])

  it('repeat: it has its bank statement again, is listed as a possible repeat and may become new', async () => {
    const { doubtful, entryOf, paidEntries, review, takeBack } = reviews
    const [known, possible] = await doubtful(X, Y)
    await review(possible.id, 'repeat', 'Zweiter Export.')
    expect((await entryOf(known.id)).import_ids).to.have.members([known.import_id, possible.import_id])
    const { status, body } = await takeBack(possible.id, 'Es sind zwei Zahlungen.')
    expect([status, body.id, body.possible_repeat, body.repeat_decision]).to.deep.equal([201, possible.id, true, null])
    expect([body.repeat_of_entry_id, body.import_ids]).to.deep.equal([known.id, [possible.import_id]])
    const { decided_at, taken_back_at, ...earlier } = there(body.earlier_repeat_decisions[0])
    expect(earlier).to.deep.equal({
      decision: 'repeat',
      decided_by: 'reviewer',
      reason: 'Zweiter Export.',
      taken_back_reason: 'Es sind zwei Zahlungen.',
    })
    expect(decided_at < taken_back_at).to.equal(true)
    expect((await entryOf(known.id)).import_ids).to.deep.equal([known.import_id])
    expect((await entriesOf(customer, '&possible_repeat=true')).map(({ id }) => id)).to.deep.equal([possible.id])
    expect(await paidEntries()).to.deep.equal([known.id])
    await expectInOrder()
    await review(possible.id, 'new')
    expect(await paidEntries()).to.deep.equal([known.id, possible.id])
    await expectInOrder()
  })

  it('new: its payment is in no list, cannot be allocated, and is back when it is new again', async () => {
    const { doubtful, paidEntries, review, takeBack } = reviews
    const [known, possible] = await doubtful(X, Y)
    await review(possible.id, 'new')
    const payment = there((await itemsOf('payments', customer)).find(({ entry_id }) => entry_id === possible.id))
    expect((await takeBack(possible.id)).status).to.equal(201)
    expect(await paidEntries()).to.deep.equal([known.id])
    expect((await get(`/v1/payments/${payment.id}`)).body.state).to.equal('withdrawn')
    const allocation = { end_customer_id: customer, payment_id: payment.id, lines: [] as object[] }
    allocation.lines.push({ document_id: 'doc_01jc0000000000000000000000', amount: chf(2_000) })
    const refused = await post('/v1/allocations', allocation)
    expect([refused.status, refused.text.includes('repeat-review')]).to.deep.equal([422, true])
    await expectInOrder()
    await review(possible.id, 'new')
    expect((await get(`/v1/payments/${payment.id}`)).body.state).to.equal('open')
    expect(await paidEntries()).to.deep.equal([known.id, possible.id])
    await expectInOrder()
  })

  it('is decided the other way by one call, in both directions, and not twice the same way', async () => {
    const { doubtful, entryOf, paidEntries, review } = reviews
    const [known, possible] = await doubtful(X, Y)
    await review(possible.id, 'new')
    const repeat = await review(possible.id, 'repeat', 'Doch derselbe.')
    expect([repeat.status, repeat.body.repeat_decision?.decision]).to.deep.equal([201, 'repeat'])
    expect(repeat.body.earlier_repeat_decisions.map(({ decision }) => decision)).to.deep.equal(['new'])
    expect((await entryOf(known.id)).import_ids.length).to.equal(2)
    expect(await paidEntries()).to.deep.equal([known.id])
    expect((await review(possible.id, 'repeat')).status).to.equal(409)
    await expectInOrder()
    const anew = await review(possible.id, 'new', 'Doch nicht.')
    expect(anew.body.earlier_repeat_decisions.map(({ decision }) => decision)).to.deep.equal(['new', 'repeat'])
    expect(await paidEntries()).to.deep.equal([known.id, possible.id])
    expect((await entryOf(known.id)).import_ids).to.deep.equal([known.import_id])
    await expectInOrder()
  })

  it('new: not while a voucher, a draft or a dismissal holds it, which the answer names', async () => {
    const { doubtful, review, takeBack } = reviews
    const [, possible] = await doubtful(X, Y)
    await review(possible.id, 'new')
    const lines = [debit('1020', 2_000), credit('6950', 2_000)]
    const request = voucher(customer, { payload: { lines, bank_entries: [{ entry_id: possible.id }] } })
    const fact = (await post(VOUCHERS, request, { wait: 10 })).body
    expect(fact.state).to.equal('posted')
    for (const refused of [await takeBack(possible.id), await review(possible.id, 'repeat')]) {
      expect([refused.status, refused.text.includes(fact.id)]).to.deep.equal([409, true])
    }
    await post(`/v1/source-facts/${fact.id}/reverse`, { end_customer_id: customer, reason: 'x' }, { wait: 10 })
    await post(`/v1/camt-053/entries/${possible.id}/dismiss`, { end_customer_id: customer, reason: 'Privat' })
    const dismissed = await takeBack(possible.id)
    expect([dismissed.status, dismissed.text.includes('undismiss')]).to.deep.equal([409, true])
    await post(`/v1/camt-053/entries/${possible.id}/undismiss`, { end_customer_id: customer, reason: 'x' })
    expect((await takeBack(possible.id)).status).to.equal(201)
    await expectInOrder()
  })

  it('only where somebody has decided: not of doubts, not of what was never in doubt, not of bank statements', async () => {
    const { doubtful, entryOf, review, takeBack } = reviews
    const [known, possible] = await doubtful(X, Y)
    for (const id of [known.id, possible.id]) expect((await takeBack(id)).status).to.equal(409)
    expect((await takeBack('cent_01jc0000000000000000000000')).status).to.equal(404)
    // #1 100 → 120 and #3 140 → 160; #2 closes the gap and decides by itself.
    const inOrder = [1, 2, 3].map((sequence) =>
      statementOf([{ amount: '20.00', text: 'Kette' }], {
        id: `S${sequence}`,
        sequence,
        opening: `${80 + 20 * sequence}`,
        closing: `${100 + 20 * sequence}`,
      }),
    ) as [string, string, string]
    await countsOf(customer, inOrder[0], inOrder[2])
    const chained = there((await entriesOf(customer, '&possible_repeat=true'))[1])
    await countsOf(customer, inOrder[1])
    expect((await entryOf(chained.id)).repeat_decision?.decided_by).to.equal('bank_statements')
    const refused = await takeBack(chained.id)
    expect([refused.status, refused.text.includes('repeat-review')]).to.deep.equal([409, true])
    expect((await review(chained.id, 'repeat')).body.earlier_repeat_decisions[0]?.decided_by).to.equal(
      'bank_statements',
    )
    await expectInOrder()
  })
})
