import { expect } from 'chai'
import { addDays } from '../../../../shared/accounting/amounts/dates.ts'
import { todayInSwitzerland } from '../../../../shared/process/clock.ts'
import { bankEntry } from '../../../camt053/messages.ts'
import { get, post } from '../../../support/client.ts'
import { chf, credit, debit, VOUCHERS, voucher } from '../../../support/requests/examples.ts'
import { there } from '../../../support/there.ts'
import { booksToOrder, detailsOf } from '../books-to-order.ts'

const date = todayInSwitzerland()

/** An order takes a discount off, and its money is settled without it: what stays open was never meant to be paid. */
describe('the discount that an order has taken off', () => {
  const { customer, owedToHolz, order, request, withdraw, paid, list, settle, openOf } = booksToOrder()
  const tried = (more: object) => post('/v1/payment-orders?dry_run=true', request(more), { idempotencyKey: null })
  const discounted = () =>
    owedToHolz(10_000, { document_date: date, due_date: date, discount_terms: [{ days: 10, discount_bp: 200 }] })
  /** Of 100.00 the bank pays 98.00. */
  const paidLess = async () => {
    const payable = await discounted()
    const { body } = await order({ payables: [payable.id], execution_date: date })
    const { end_to_end_id: id } = there(body.payments[0])
    const details = `<TxDtls><Refs><EndToEndId>${id}</EndToEndId></Refs></TxDtls>`
    await paid(bankEntry({ amount: '98.00', direction: 'DBIT', date, details }))
    const { canonical_entry_hash: evidence_sha256 } = there((await list('camt-053/entries')).at(-1))
    return { payable, order_id: body.id, evidence: { evidence_sha256, settlement_date: date } }
  }
  const settledWithout = async () => {
    const { payable, evidence } = await paidLess()
    const { status, body, text } = await settle(payable.id, 9_800, evidence)
    expect([status, body.state], text).to.deep.equal([201, 'posted'])
    return { payable, evidence, settlement: body }
  }
  const codesOf = (warnings: readonly { code: string }[] | undefined) => (warnings ?? []).map(({ code }) => code)

  it('is told where its money is settled without it, with what is to be sent', async () => {
    const { payable, evidence, settlement } = await settledWithout()
    expect(codesOf(settlement.warnings)).to.deep.equal(['discount_not_booked'])
    const [warning] = settlement.warnings ?? []
    expect(warning?.message).to.include('The order has taken CHF 2.00 off')
    const deductions = JSON.parse(there(warning).remedy.replace(/.*"deductions": (\[.*\])\.$/, '$1'))
    expect(deductions).to.deep.equal([{ type: 'discount', amount: chf(200) }])
    const path = `/v1/supplier-payables/${payable.id}/settlements/${settlement.id}/reverse` as const
    await post(path, { end_customer_id: customer(), reason: 'ohne Skonto' }, { wait: 10 })
    const again = await settle(payable.id, 9_800, { ...evidence, deductions })
    expect([again.status, ...codesOf(again.body.warnings)], again.text).to.deep.equal([201])
    expect(await openOf('supplier-payables', payable.id)).to.equal(0)
  })

  it('is not told of what is settled with it, or of a part', async () => {
    const { payable, evidence } = await paidLess()
    const deductions = [{ type: 'discount', amount: chf(200) }]
    expect(codesOf((await settle(payable.id, 9_800, { ...evidence, deductions })).body.warnings)).to.deep.equal([])
    const { payable: other, evidence: partly } = await paidLess()
    expect(codesOf((await settle(other.id, 5_000, partly)).body.warnings)).to.deep.equal([])
  })

  it('is told of money without an order, and held back, where the terms allowed just that on its day', async () => {
    const payable = await owedToHolz(10_000, {
      ...{ document_date: addDays(date, -15), due_date: date },
      discount_terms: [{ days: 10, discount_bp: 200 }],
    })
    await paid(bankEntry({ amount: '98.00', direction: 'DBIT', date: addDays(date, -6) }))
    const { canonical_entry_hash: evidence_sha256 } = there((await list('camt-053/entries')).at(-1))
    const settled = await settle(payable.id, 9_800, { evidence_sha256, settlement_date: date })
    expect([settled.status, ...codesOf(settled.body.warnings)], settled.text).to.deep.equal([
      201,
      'discount_not_booked',
    ])
    const refused = await order({ payables: [payable.id] })
    expect([refused.status, ...detailsOf(refused.text)]).to.deep.equal([422, '/payables/0 discount_taken'])
    const instructions = [{ supplier_payable_id: payable.id, amount: chf(200) }]
    expect((await order({ payables: [payable.id], instructions })).status).to.equal(201)
  })

  it('is told of money in cash, and held back where a voucher has paid', async () => {
    const inCash = await discounted()
    const { body } = await settle(inCash.id, 9_800, { settlement_date: date })
    expect(codesOf(body.warnings)).to.deep.equal(['discount_not_booked'])
    const byHand = await discounted()
    const open_item = { supplier_payable_id: byHand.id, purpose: 'payment' }
    const lines = [debit('2000', 9_800, { open_item }), credit('1000', 9_800)]
    await post(VOUCHERS, voucher(customer(), { business_date: date, payload: { lines } }), { wait: 10 })
    expect(await openOf('supplier-payables', byHand.id)).to.equal(200)
    const refused = await order({ payables: [inCash.id, byHand.id] })
    expect(detailsOf(refused.text)).to.deep.equal(['/payables/0 discount_taken', '/payables/1 discount_taken'])
  })

  it('is not told after the terms, nor of another amount', async () => {
    const late = await owedToHolz(10_000, {
      ...{ document_date: addDays(date, -20), due_date: date },
      discount_terms: [{ days: 10, discount_bp: 200 }],
    })
    const other = await discounted()
    const more = { settlement_date: date }
    expect(codesOf((await settle(late.id, 9_800, more)).body.warnings)).to.deep.equal([])
    expect(codesOf((await settle(other.id, 9_700, more)).body.warnings)).to.deep.equal([])
    expect((await order({ payables: [late.id, other.id] })).status).to.equal(201)
  })

  it('counts by the day of the last payment: what was paid in time before gives no right to it', async () => {
    const terms = {
      document_date: addDays(date, -20),
      due_date: date,
      discount_terms: [{ days: 10, discount_bp: 200 }],
    }
    const early = { settlement_date: addDays(date, -15) }
    const inParts = async (rest: object) => {
      const payable = await owedToHolz(10_000, terms)
      await settle(payable.id, 5_000, early)
      const { body } = await settle(payable.id, 4_800, rest)
      return { payable, codes: codesOf(body.warnings) }
    }
    const { payable: late, codes } = await inParts({ settlement_date: date })
    expect(codes).to.deep.equal([])
    const settlements =
      `/v1/supplier-payables/${late.id}/settlements` as '/v1/supplier-payables/{supplier_payable_id}/settlements'
    const { body: read } = await get(settlements)
    expect(read.data.flatMap(({ warnings }) => codesOf(warnings))).to.deep.equal([])
    expect((await order({ payables: [late.id] })).status).to.equal(201)
    const inTime = await inParts({ settlement_date: addDays(date, -10) })
    expect(inTime.codes).to.deep.equal(['discount_not_booked'])
    expect(detailsOf((await order({ payables: [inTime.payable.id] })).text)).to.deep.equal([
      '/payables/0 discount_taken',
    ])
  })

  it('does not count by the day of a payment that is reversed', async () => {
    const payable = await owedToHolz(10_000, {
      ...{ document_date: addDays(date, -20), due_date: date },
      discount_terms: [{ days: 10, discount_bp: 200 }],
    })
    const wrong = await settle(payable.id, 9_800, { settlement_date: date })
    const path = `/v1/supplier-payables/${payable.id}/settlements/${wrong.body.id}/reverse` as const
    await post(path, { end_customer_id: customer(), reason: 'falscher Tag' }, { wait: 10 })
    const { body } = await settle(payable.id, 9_800, { settlement_date: addDays(date, -15) })
    expect(codesOf(body.warnings)).to.deep.equal(['discount_not_booked'])
    expect(detailsOf((await order({ payables: [payable.id] })).text)).to.deep.equal(['/payables/0 discount_taken'])
  })

  it('422: is not ordered as the rest of its payable, but by its amount', async () => {
    const { payable } = await settledWithout()
    const payables = [payable.id]
    const { payments } = JSON.parse((await tried({ payables })).text) as { payments: { defects: { code: string }[] }[] }
    expect(codesOf(payments[0]?.defects)).to.deep.equal(['discount_taken'])
    const refused = await order({ payables })
    expect([refused.status, ...detailsOf(refused.text)]).to.deep.equal([422, '/payables/0 discount_taken'])
    const instructions = [{ supplier_payable_id: payable.id, amount: chf(200) }]
    const { status, body, text } = await order({ payables, instructions })
    expect([status, body.payments?.[0]?.amount], text).to.deep.equal([201, chf(200)])
  })

  it('is left out of a selection, and named', async () => {
    const { payable } = await settledWithout()
    const alone = await order({ select: { currency: 'CHF' } })
    expect([alone.status, ...detailsOf(alone.text)]).to.deep.equal([422, '/select discount_taken'])
    const other = await owedToHolz(500)
    const { status, body, text } = await order({ select: { currency: 'CHF' } })
    expect(status, text).to.equal(201)
    expect(body.left_out.map(({ code, supplier_payable_id }) => `${code} ${supplier_payable_id}`)).to.deep.equal([
      `discount_taken ${payable.id}`,
    ])
    expect(body.payments.map(({ supplier_payable_id }) => supplier_payable_id)).to.deep.equal([other.id])
  })

  it('counts no more once its payment is withdrawn: all is ordered again', async () => {
    const payable = await discounted()
    const { body } = await order({ payables: [payable.id], execution_date: date })
    await withdraw(body.id)
    expect((await settle(payable.id, 9_900, { settlement_date: date })).status).to.equal(201)
    expect((await order({ payables: [payable.id] })).status).to.equal(201)
  })
})
