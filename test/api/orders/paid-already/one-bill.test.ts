import { expect } from 'chai'
import { addDays } from '../../../../shared/accounting/amounts/dates.ts'
import { creditorReference } from '../../../../shared/accounting/documents/payment-references.ts'
import type { PaymentOrderTrial } from '../../../../shared/contract/orders/payment-order-trial.ts'
import { todayInSwitzerland } from '../../../../shared/process/clock.ts'
import { post } from '../../../support/client.ts'
import { booksToOrder, holz, OTHER_IBAN } from '../books-to-order.ts'

const date = todayInSwitzerland()
const SAME = 'same_reference'
const [own, other] = [creditorReference('771'), creditorReference('772')]

describe('payables of one creditor with one reference', () => {
  const { owedToHolz, order, request, settle } = booksToOrder()
  const owed = (more: object = {}) =>
    owedToHolz(108_100, { document_date: date, due_date: date, payment_reference: own, ...more })
  const select = { select: { currency: 'CHF' } }
  const tried = async (more: object) => {
    const { body } = await post('/v1/payment-orders?dry_run=true', request(more), { idempotencyKey: null })
    const { payments, left_out, warnings } = body as unknown as PaymentOrderTrial
    return {
      paid: payments.map(({ supplier_payable_id }) => supplier_payable_id),
      left_out: left_out.map(({ supplier_payable_id, code }) => [supplier_payable_id, code]),
      warnings: warnings.map(({ supplier_payable_id, code }) => [supplier_payable_id, code]),
    }
  }

  it('are one bill: a selection orders the first, and each that is named beside it is warned', async () => {
    const first = await owed({ document_number: 'RE-2026-77' })
    const second = await owed({ document_number: '2026-77' })
    const third = await owed({ payment_reference: `${own.slice(0, 4)} ${own.slice(4)}` })
    const [otherReference, otherIban] = [
      await owed({ payment_reference: other }),
      await owed({
        supplier: holz({ name: 'Metallbau Eisen AG', iban: OTHER_IBAN }),
        supplier_external_reference: 'L-8',
      }),
    ]
    const expected = {
      paid: [first.id, otherReference.id, otherIban.id],
      left_out: [
        [second.id, SAME],
        [third.id, SAME],
      ],
      warnings: [],
    }
    expect(await tried(select)).to.deep.equal(expected)
    const { warnings } = await tried({ payables: [first.id, second.id] })
    expect(warnings).to.deep.equal([
      [first.id, SAME],
      [second.id, SAME],
    ])
    const { status, body, text } = await order(select)
    expect(status, text).to.equal(201)
    expect(body.left_out.map(({ supplier_payable_id, code }) => [supplier_payable_id, code])).to.deep.equal(
      expected.left_out,
    )
    expect((await tried({ payables: [second.id] })).warnings).to.deep.equal([[second.id, SAME]])
    expect((await tried(select)).left_out).to.deep.equal(expected.left_out)
  })

  const paidOne = async () => {
    const first = await owed()
    const paid = await settle(first.id, 108_100, { account_code: '1020', settlement_date: date })
    expect(paid.body.state, paid.text).to.equal('posted')
  }

  it('are one bill where the first is paid: not in a selection, and by name with a warning', async () => {
    await paidOne()
    const second = await owed({ document_date: addDays(date, -3) })
    expect(await tried(select)).to.deep.equal({ paid: [], left_out: [[second.id, SAME]], warnings: [] })
    expect((await tried({ payables: [second.id] })).warnings).to.deep.equal([[second.id, SAME]])
  })

  it('are a standing order a month apart: ordered with a warning, and without one where it was paid long ago', async () => {
    await paidOne()
    const month = await owed({ document_date: addDays(date, -30) })
    expect(await tried(select)).to.deep.equal({ paid: [month.id], left_out: [], warnings: [[month.id, SAME]] })
    const later = await owed({ due_date: addDays(date, 61) })
    expect((await tried({ payables: [later.id] })).warnings).to.deep.equal([])
  })

  it('are no bill entered twice where the month before is paid and has the number before', async () => {
    const november = await owed({ document_number: 'M-11', document_date: addDays(date, -31) })
    await settle(november.id, 108_100, { account_code: '1020', settlement_date: date })
    const december = await owed({ document_number: 'M-12', document_date: addDays(date, -1) })
    const again = await owed({ document_number: 'RE M-11', document_date: addDays(date, -2) })
    expect((await tried({ payables: [december.id] })).warnings).to.deep.equal([])
    expect((await tried({ payables: [again.id] })).warnings).to.deep.equal([[again.id, SAME]])
  })
})

const TWICE = 'possible_duplicate'

describe('payables of one creditor that look like one bill', () => {
  const { owedToHolz, order, request, settle } = booksToOrder()
  const owed = (more: object = {}, amount = 108_100) =>
    owedToHolz(amount, { document_date: date, due_date: date, ...more })
  const select = { select: { currency: 'CHF' } }
  const tried = async (more: object) => {
    const { body } = await post('/v1/payment-orders?dry_run=true', request(more), { idempotencyKey: null })
    const { payments, left_out, warnings } = body as unknown as PaymentOrderTrial
    const ofEach = (all: readonly { supplier_payable_id: string; code: string }[]) =>
      all.map(({ supplier_payable_id, code }) => [supplier_payable_id, code])
    const paid = payments.map(({ supplier_payable_id }) => supplier_payable_id)
    return { paid, left_out: ofEach(left_out), warnings: ofEach(warnings) }
  }
  const holzByOtherName = { supplier: holz({ name: 'Holz Bern' }), supplier_external_reference: 'L-8' }
  const twice: readonly [string, object, number?][] = [
    ['a shorter number', { document_number: '2026-77' }],
    ['no number', {}],
    ['another name of the supplier', { document_number: 'RE-2026-77', ...holzByOtherName }],
    ['a number of another kind', { document_number: 'Auftrag 4711', document_date: addDays(date, -2) }],
    ['another spelling, a fortnight before', { document_number: 're 2026 077', document_date: addDays(date, -14) }],
    [
      'the same number and more: a reminder',
      { document_number: 'RE-2026-77', document_date: addDays(date, -40) },
      110_100,
    ],
  ]
  for (const [what, more, amount] of twice)
    it(`${what}: ordered once, and by name with a warning, beside it, after it, and when it is paid`, async () => {
      const first = await owed({ document_number: 'RE-2026-77' })
      const second = await owed(more, amount)
      expect(await tried(select)).to.deep.equal({ paid: [first.id], left_out: [[second.id, TWICE]], warnings: [] })
      const both = [first.id, second.id]
      expect((await tried({ payables: both })).warnings).to.deep.equal(both.map((id) => [id, TWICE]))
      const made = await order({ payables: [first.id] })
      expect([made.status, made.body.warnings], made.text).to.deep.equal([201, []])
      const alone = { paid: [], left_out: [[second.id, TWICE]], warnings: [] }
      expect(await tried(select)).to.deep.equal(alone)
      const paid = await settle(first.id, 108_100, { account_code: '1020', settlement_date: date })
      expect([paid.status, paid.body.state], paid.text).to.deep.equal([201, 'posted'])
      expect(await tried(select)).to.deep.equal(alone)
      const named = await tried({ payables: [second.id] })
      expect(named).to.deep.equal({ paid: [second.id], left_out: [], warnings: [[second.id, TWICE]] })
    })

  const distinct: readonly [string, object, number?][] = [
    ['the next number', { document_number: 'RE-2026-78' }],
    ['the next number with one more digit', { document_number: 'RE-2026-100' }],
    ['a part of the number', { document_number: 'RE-2026-77B' }],
    ['a month before', { document_date: addDays(date, -30) }],
    ['another amount', { document_number: '2026-77' }, 108_105],
    [
      'another supplier',
      { supplier: holz({ name: 'Eisen AG', iban: OTHER_IBAN }), supplier_external_reference: 'L-9' },
    ],
    ['a number of last year', { document_number: 'RE-2026-77', document_date: addDays(date, -365) }],
  ]
  for (const [what, more, amount] of distinct)
    it(`${what}: is another bill`, async () => {
      const document_number = 'document_number' in more && /B$/.test(`${more.document_number}`) ? '77A' : '77'
      const first = await owed({ document_number: `RE-2026-${document_number}` })
      const second = await owed(more, amount)
      const { paid, left_out, warnings } = await tried(select)
      expect([[...paid].sort(), left_out, warnings]).to.deep.equal([[first.id, second.id].sort(), [], []])
    })

  it('two references are two bills, whatever their amount', async () => {
    await owed({ payment_reference: own })
    await owed({ payment_reference: other })
    const { paid, left_out, warnings } = await tried(select)
    expect([paid.length, left_out, warnings]).to.deep.equal([2, [], []])
  })

  it('each week without a number: ordered with a warning', async () => {
    const weeks = [await owed({ document_date: addDays(date, -7) }), await owed()].map(({ id }) => id)
    const { paid, left_out, warnings } = await tried(select)
    expect([paid, left_out]).to.deep.equal([weeks, []])
    expect(warnings).to.deep.equal(weeks.map((id) => [id, TWICE]))
  })

  it('the number of a contract: no warning once two months before have it', async () => {
    const contract = { document_number: 'V-4711' }
    for (const days of [-60, -30]) {
      const { id } = await owed({ ...contract, document_date: addDays(date, days) })
      await settle(id, 108_100, { account_code: '1020', settlement_date: date })
    }
    const { id } = await owed(contract)
    expect(await tried(select)).to.deep.equal({ paid: [id], left_out: [], warnings: [] })
  })
})
