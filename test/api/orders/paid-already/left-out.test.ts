import { expect } from 'chai'

import type { PaymentOrderTrial } from '../../../../shared/contract/orders/payment-order-trial.ts'
import { todayInSwitzerland } from '../../../../shared/process/clock.ts'
import { bankEntry } from '../../../camt053/messages.ts'
import { post } from '../../../support/client.ts'
import { there } from '../../../support/there.ts'
import { booksToOrder, detailsOf } from '../books-to-order.ts'

const date = todayInSwitzerland()

describe('a selection of payables of which the bank has paid one', () => {
  const { owedToHolz, order, request, withdraw, paid } = booksToOrder()
  const paidByTheBank = async () => {
    const payable = await owedToHolz(10_000)
    const { body } = await order({ payables: [payable.id], execution_date: date })
    await withdraw(body.id)
    const details = `<TxDtls><Refs><EndToEndId>${there(body.payments[0]).end_to_end_id}</EndToEndId></Refs></TxDtls>`
    await paid(bankEntry({ amount: '100.00', direction: 'DBIT', date, details }))
    return payable
  }
  const select = { select: { currency: 'CHF' } }
  const tried = async () => {
    const { status, body } = await post('/v1/payment-orders?dry_run=true', request(select), { idempotencyKey: null })
    const trial = body as unknown as PaymentOrderTrial
    return { status, ...trial, paid: trial.payments.map(({ supplier_payable_id }) => supplier_payable_id) }
  }

  it('orders the others, and names it with the reason, as its trial does', async () => {
    const [debited, other] = [await paidByTheBank(), await owedToHolz(5_000)]
    const trial = await tried()
    expect([trial.status, trial.can_be_ordered, trial.paid]).to.deep.equal([200, true, [other.id]])
    const { status, body } = await order(select)
    expect(status).to.equal(201)
    for (const { left_out } of [trial, body])
      expect(left_out.map(({ supplier_payable_id, code }) => [supplier_payable_id, code])).to.deep.equal([
        [debited.id, 'already_debited'],
      ])
    expect(there(body.left_out[0]).message).to.include(debited.id)
  })

  it('is refused for that reason where nothing else fits, and not as one that finds nothing', async () => {
    const debited = await paidByTheBank()
    const { status, text } = await order(select)
    expect([status, ...detailsOf(text)]).to.deep.equal([409, '/select already_debited'])
    expect(text).to.include(debited.id)
    const trial = await tried()
    expect([trial.status, trial.can_be_ordered, trial.paid, trial.totals]).to.deep.equal([200, false, [], []])
    expect(trial.left_out.map(({ code }) => code)).to.deep.equal(['already_debited'])
  })
})
