import { expect } from 'chai'
import type { PaymentOrderTrial } from '../../../../shared/contract/orders/payment-order-trial.ts'
import { todayInSwitzerland } from '../../../../shared/process/clock.ts'
import { bankEntry } from '../../../camt053/messages.ts'
import { post } from '../../../support/client.ts'
import { there } from '../../../support/there.ts'
import { booksToOrder, detailsOf, holz, OTHER_IBAN } from '../books-to-order.ts'

const date = todayInSwitzerland()
const ofOther = {
  supplier: holz({ name: 'Metallbau Eisen AG', iban: OTHER_IBAN }),
  supplier_external_reference: 'L-8',
}
const QR_REFERENCE = '210000000003139471430009017'
const TO_HOLZ = `<TxDtls><Refs><EndToEndId>NOTPROVIDED</EndToEndId></Refs><RltdPties><Cdtr><Pty><Nm>Holz</Nm></Pty></Cdtr></RltdPties></TxDtls>`

describe('a selection of payables of which the bank has paid one', () => {
  const { owedToHolz, order, request, withdraw, paid, list } = booksToOrder()
  const owed = (amount: number, more: object = {}) =>
    owedToHolz(amount, { document_date: date, due_date: date, ...more })
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

  it('orders the others where a debit in e-banking may have paid one, and what is left is looked at anew: 50.00 and 30.00 of 80.00', async () => {
    const [held, other, third] = [await owed(10_000), await owed(5_000, ofOther), await owed(3_000, ofOther)]
    await paid(bankEntry({ amount: '100.00', direction: 'DBIT', date, details: TO_HOLZ }))
    const trial = await tried()
    expect([trial.can_be_ordered, trial.paid]).to.deep.equal([true, [other.id, third.id]])
    await paid(bankEntry({ amount: '80.00', direction: 'DBIT', date }))
    const both = await order(select)
    expect([both.status, ...detailsOf(both.text)]).to.deep.equal([422, ...Array(3).fill('/select debit_not_booked')])
    const sum = there((await list('camt-053/entries'))[1]).id
    const { status, body, text } = await order({ ...select, accepted_debits: [sum] })
    expect(status, text).to.equal(201)
    expect(body.payments.map(({ supplier_payable_id }) => supplier_payable_id)).to.have.members([other.id, third.id])
    for (const { left_out } of [trial, body])
      expect(left_out.map(({ supplier_payable_id, code }) => [supplier_payable_id, code])).to.deep.equal([
        [held.id, 'debit_not_booked'],
      ])
    const named = await order({ payables: [held.id] })
    expect([named.status, ...detailsOf(named.text)]).to.deep.equal([422, '/payables/0 debit_not_booked'])
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

  it('orders the others where payables cannot be ordered as they are: no IBAN, no town, a reference that does not fit, another IBAN', async () => {
    const address = { supplier: holz({ structured_address: { country: 'CH' } }) }
    const first = await owed(1_000)
    const unfit: readonly (readonly [object, string])[] = [
      [{ supplier: holz({ iban: undefined }) }, 'creditor_iban_missing'],
      [address, 'address_incomplete'],
      [{ payment_reference: QR_REFERENCE }, 'reference_does_not_fit'],
      [{ supplier: holz({ iban: OTHER_IBAN }) }, 'iban_changed'],
    ]
    const left: string[][] = []
    for (const [more, code] of unfit) left.push([(await owed(2_000, more)).id, code])
    const last = await owed(3_000)
    const trial = await tried()
    expect([trial.can_be_ordered, trial.paid]).to.deep.equal([true, [first.id, last.id]])
    const { status, body, text } = await order(select)
    expect(status, text).to.equal(201)
    expect(body.payments.map(({ supplier_payable_id }) => supplier_payable_id)).to.deep.equal([first.id, last.id])
    for (const { left_out } of [trial, body])
      expect(left_out.map(({ supplier_payable_id, code }) => [supplier_payable_id, code])).to.deep.equal(left)
    const alone = await order(select)
    expect([alone.status, ...detailsOf(alone.text)]).to.deep.equal([422, ...unfit.map(([, code]) => `/select ${code}`)])
    const named = await order({ payables: left.map(([id]) => id) })
    expect([named.status, ...detailsOf(named.text)]).to.deep.equal([
      422,
      ...unfit.map(([, code], at) => `/payables/${at} ${code}`),
    ])
  })
})
