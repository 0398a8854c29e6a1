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
})
