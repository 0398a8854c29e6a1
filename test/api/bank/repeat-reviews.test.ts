import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { codesOf, eventually, factOf, findings } from '../../support/books.ts'
import { get, itemsOf, post } from '../../support/client.ts'
import { credit, debit, VOUCHERS, voucher } from '../../support/requests/examples.ts'
import { newKmuCustomer } from '../../support/requests/kmu-chart.ts'
import { there } from '../../support/there.ts'
import { countsOf, entriesOf, importedBy } from './imports-of.ts'
import { statementOf } from './statement-of.ts'

const BOOKING = { amount: '20.00' }
const doubtful = [statementOf([BOOKING], { id: 'X' }), statementOf([BOOKING], { id: 'Y' })]

describe('possible repeats', () => {
  let customer: string
  beforeEach(() => {
    customer = randomUUID()
  })

  const onlyDoubtful = async () => there((await entriesOf(customer, '&possible_repeat=true'))[0])
  const review = (entry_id: string, decision: string) =>
    post(`/v1/camt-053/entries/${entry_id}/repeat-review`, { end_customer_id: customer, decision, reason: 'Beleg' })

  it('are kept and listed, without a payment, until somebody decides', async () => {
    const counts: unknown[] = []
    for (const file of doubtful) counts.push((await importedBy(customer, file)).payment_count)
    expect(counts).to.deep.equal([1, 0])
    const [known, possible] = await entriesOf(customer)
    expect(known).to.deep.include({ possible_repeat: false, repeat_of_entry_id: null, repeat_decision: null })
    expect(possible).to.deep.include({ possible_repeat: true, repeat_of_entry_id: known?.id, repeat_decision: null })
    expect((await entriesOf(customer, '&possible_repeat=false')).map(({ id }) => id)).to.deep.equal([known?.id])
    expect((await itemsOf('payments', customer)).map(({ entry_id }) => entry_id)).to.deep.equal([known?.id])
    expect(await findings(customer)).to.deep.equal([])
  })

  it('are booked by no voucher before', async () => {
    customer = await newKmuCustomer()
    await countsOf(customer, ...doubtful)
    const { id } = await onlyDoubtful()
    const lines = [debit('1020', 2_000), credit('6950', 2_000)]
    const request = voucher(customer, { payload: { lines, bank_entries: [{ entry_id: id }] } })
    const { body } = await post(VOUCHERS, request, { wait: 10 })
    expect(codesOf(body)).to.deep.equal(['bank_entry_exhausted'])
    expect(body.blockers[0]?.message).to.contain('repeat-review')
    await review(id, 'new')
    await eventually(async () => (await factOf(body.id)).state === 'posted')
  })

  it('repeat: it is the known one, which has both statements, and never gets a payment', async () => {
    await countsOf(customer, ...doubtful)
    const { id, repeat_of_entry_id, import_id } = await onlyDoubtful()
    const { status, body } = await review(id, 'repeat')
    expect([status, body.possible_repeat, body.repeat_of_entry_id]).to.deep.equal([201, false, repeat_of_entry_id])
    expect(body.repeat_decision).to.deep.include({ decision: 'repeat', decided_by: 'reviewer', reason: 'Beleg' })
    const [left, ...none] = await entriesOf(customer)
    expect([left?.id, none.length]).to.deep.equal([repeat_of_entry_id, 0])
    expect(left?.import_ids).to.include(import_id)
    expect((await itemsOf('payments', customer)).length).to.equal(1)
    expect(await countsOf(customer, ...doubtful)).to.deep.equal([
      [0, 1, 0],
      [0, 1, 0],
    ])
    expect((await get(`/v1/camt-053/entries/${id}`)).body.repeat_decision?.decision).to.equal('repeat')
    expect(await findings(customer)).to.deep.equal([])
  })

  it('new: it is like any other, with a payment', async () => {
    await countsOf(customer, ...doubtful)
    const { id } = await onlyDoubtful()
    const { body } = await review(id, 'new')
    expect(body.repeat_decision).to.deep.include({ decision: 'new', decided_by: 'reviewer' })
    expect((await itemsOf('payments', customer)).map(({ entry_id }) => entry_id)).to.include(id)
    expect(await entriesOf(customer, '&possible_repeat=true')).to.deep.equal([])
    expect(await countsOf(customer, ...doubtful)).to.deep.equal([
      [0, 1, 0],
      [0, 1, 0],
    ])
    expect(await findings(customer)).to.deep.equal([])
  })

  it('a decision is made once, and only where there is a doubt', async () => {
    await countsOf(customer, ...doubtful)
    const { id, repeat_of_entry_id } = await onlyDoubtful()
    await review(id, 'new')
    expect((await review(id, 'new')).status).to.equal(409)
    expect((await review(repeat_of_entry_id ?? '', 'repeat')).status).to.equal(409)
    expect((await review('cent_01jc0000000000000000000000', 'repeat')).status).to.equal(404)
  })

  it('a statement that closes the gap decides by itself', async () => {
    const [first, second, third] = [1, 2, 3].map((sequence) =>
      statementOf([BOOKING], {
        id: `S${sequence}`,
        sequence,
        opening: `${80 + 20 * sequence}`,
        closing: `${100 + 20 * sequence}`,
      }),
    ) as [string, string, string]
    expect(await countsOf(customer, first, third)).to.deep.equal([
      [1, 0, 0],
      [1, 0, 1],
    ])
    const { id } = await onlyDoubtful()
    expect(await countsOf(customer, second)).to.deep.equal([[1, 0, 0]])
    const { body } = await get(`/v1/camt-053/entries/${id}`)
    expect([body.possible_repeat, body.repeat_decision?.decided_by]).to.deep.equal([false, 'bank_statements'])
    expect((await itemsOf('payments', customer)).length).to.equal(3)
    expect(await findings(customer)).to.deep.equal([])
  })

  it('balances show where one statement goes on within another', async () => {
    const DAY = ['2026-03-31T08:00:00', '2026-03-31T10:00:00', '2026-03-31T12:00:00', '2026-03-31T14:00:00']
    const period = (from: number, to: number) => ({ from: DAY[from] ?? '', to: DAY[to] ?? '' })
    const early = statementOf([{ amount: '7' }, BOOKING], { opening: '100', closing: '127', ...period(0, 2) })
    const late = statementOf([BOOKING, BOOKING, { amount: '3' }], {
      id: 'L',
      opening: '107',
      closing: '150',
      ...period(1, 3),
    })
    expect(await countsOf(customer, early, late)).to.deep.equal([
      [2, 0, 0],
      [2, 1, 0],
    ])
    expect((await entriesOf(customer)).length).to.equal(4)
    expect((await itemsOf('payments', customer)).length).to.equal(4)
    expect(await findings(customer)).to.deep.equal([])
  })
})
