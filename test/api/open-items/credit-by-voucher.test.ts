import { expect } from 'chai'
import { bankEntry } from '../../camt053/messages.ts'
import { linesOf } from '../../support/books.ts'
import { firstOf, get } from '../../support/client.ts'
import { chf, credit, debit } from '../../support/requests/examples.ts'
import { booksToSettle } from '../settlement/books-to-settle.ts'
import { balancesOf, blockedVoucher, bookedVoucher, idOf, openOf, reverse } from './items-of-customer.ts'

describe('customer credit in vouchers', () => {
  const { customer, invoiced, received, allocate } = booksToSettle()

  const paymentNow = async () => {
    const { open_amount, customer_credit } = await firstOf('payments', customer())
    return [open_amount.amount_minor, customer_credit.amount_minor]
  }
  const newPayment = async (amount: string) => (await received(bankEntry({ amount }))).id
  const newDocument = async (amount: number) => (await invoiced(amount)).id

  it('credit that is refunded is not there any more', async () => {
    // 1'100.00 for an invoice of 1'062.00: 38.00 are left.
    const payment = await newPayment('1100.00')
    expect((await allocate(payment, [[await newDocument(106_200), 106_200]])).body.state).to.equal('posted')
    const item = { open_item: { payment_id: payment, purpose: 'refund' } }
    const fact = await bookedVoucher(customer(), [debit('2030', 3_800, item), credit('1020', 3_800)])
    expect(await paymentNow()).to.deep.equal([0, 0])
    expect(await balancesOf(customer(), '2030', '1020')).to.deep.equal([0, 106_200])
    const { status, body } = await allocate(payment, [[await newDocument(3_800), 3_800]])
    expect([status, body.error.code]).to.deep.equal([422, 'validation_failed'])
    // More than the reversal gives back, so that it stays blocked.
    expect(await blockedVoucher(customer(), [debit('2030', 3_801, item), credit('1020', 3_801)])).to.deep.equal([
      'open_item_exceeded /payload/lines/0/open_item',
    ])
    const first = await firstOf('allocations', customer())
    const refused = await reverse(customer(), `/v1/allocations/${first.id}`)
    expect([refused.status, refused.body.error.details[0]?.code]).to.deep.equal([409, 'in_use'])
    await reverse(customer(), `/v1/source-facts/${fact.id}`)
    expect(await paymentNow()).to.deep.equal([3_800, 3_800])
  })

  it('that was given later is used when it and the document are there, unless the request says a day', async () => {
    const { id: payment, entry_id } = await received(bankEntry({ amount: '300.00', date: '2026-02-03' }))
    const on = (business_date: string) => ({ business_date })
    const parked = [debit('1020', 30_000), credit('1099', 30_000)]
    await bookedVoucher(customer(), parked, { bank_entries: [{ entry_id }] }, on('2026-02-03'))
    const item = { open_item: { payment_id: payment, purpose: 'transfer' } }
    await bookedVoucher(customer(), [debit('1099', 30_000), credit('2030', 30_000, item)], {}, on('2026-02-25'))
    const before = await invoiced(5_000, {}, on('2026-02-20'))
    const after = await invoiced(5_000, {}, on('2026-02-27'))
    const days = []
    for (const [{ id }, more] of [[before], [after], [after, { posting_date: '2026-02-26' }]] as const) {
      const { body } = await allocate(payment, [[id, 2_500]], more)
      days.push([body.posting_date, body.warnings?.length])
    }
    expect(days).to.deep.equal([
      ['2026-02-25', 0],
      ['2026-02-27', 0],
      ['2026-02-26', 1],
    ])
  })

  it('a parked payment becomes credit when its payer is known, and is allocated then (A12)', async () => {
    const { id: payment, entry_id } = await received(bankEntry({ amount: '300.00' }))
    const bank_entries = [{ entry_id }]
    await bookedVoucher(customer(), [debit('1020', 30_000), credit('1099', 30_000)], { bank_entries })
    const item = { open_item: { payment_id: payment, purpose: 'transfer' } }
    const known = await bookedVoucher(customer(), [debit('1099', 30_000), credit('2030', 30_000, item)])
    expect(await paymentNow()).to.deep.equal([30_000, 30_000])
    const { body } = await allocate(payment, [[await newDocument(20_000), 20_000]])
    expect(body.state).to.equal('posted')
    expect(await linesOf(body.journal_entry_id)).to.deep.equal([
      ['2030', 20_000, 0],
      ['1100', 0, 20_000],
    ])
    expect(await balancesOf(customer(), '1020', '1099', '2030', '1100')).to.deep.equal([30_000, 0, -10_000, 0])
    const refused = await reverse(customer(), `/v1/source-facts/${known.id}`)
    expect(refused.status).to.equal(409)
    expect(refused.body.error.message).to.equal(`Reverse first what has used its open items since: ${body.id}.`)
    await reverse(customer(), `/v1/allocations/${body.id}`)
    expect((await reverse(customer(), `/v1/source-facts/${known.id}`)).body.state).to.equal('reversed')
    expect(await paymentNow()).to.deep.equal([30_000, 0])
  })

  it('an advance of a customer without tax is credit that an allocation uses', async () => {
    const item = { open_item: { new: { partner: { name: 'Kundin GmbH', reference: 'K-1' } } } }
    const advance = await bookedVoucher(customer(), [debit('1000', 50_000), credit('2030', 50_000, item)])
    const advance_id = await idOf('documents', customer(), advance.id)
    expect((await get(`/v1/documents/${advance_id}`)).body).to.deep.include({
      kind: 'customer_credit',
      amount: chf(-50_000),
      open_amount: chf(-50_000),
    })
    const document = await newDocument(80_000)
    const payment = await newPayment('300.00')
    // 300.00 and the credit of 500.00 are the 800.00 of the invoice.
    const { body } = await allocate(payment, [
      [document, 80_000],
      [advance_id, -50_000],
    ])
    expect(body.state, JSON.stringify(body)).to.equal('posted')
    expect(await openOf(customer(), 'documents')).to.deep.equal([
      [0, 0, 'settled'],
      [0, 0, 'settled'],
    ])
    expect(await balancesOf(customer(), '2030', '1100', '1020')).to.deep.equal([0, 0, 30_000])
  })

  it('an advance of a customer with its tax is no credit for an allocation, which would keep the tax (A11)', async () => {
    // 540.50 with 8.1 % tax: 500.00 and 40.50.
    const item = { open_item: { new: { partner: { name: 'Kundin GmbH', reference: 'K-1' } } } }
    const tax = credit('2200', 4_050, { tax_code: 'V81', tax_base: chf(50_000) })
    const advance = await bookedVoucher(customer(), [debit('1000', 54_050), credit('2030', 50_000, item), tax])
    const advance_id = await idOf('documents', customer(), advance.id)
    const { status, body } = await allocate(await newPayment('300.00'), [
      [await newDocument(80_000), 80_000],
      [advance_id, -50_000],
    ])
    expect([status, body.error.details.map(({ code }) => code)]).to.deep.equal([422, ['advance_taxed']])
    expect(await balancesOf(customer(), '2030', '1100')).to.deep.equal([-50_000, 80_000])
  })

  it('an advance of a customer is refunded with its tax', async () => {
    const item = { open_item: { new: { partner: { name: 'Kundin GmbH' } } } }
    const tax = { tax_code: 'V81', tax_base: chf(50_000) }
    const received = [debit('1020', 54_050), credit('2030', 50_000, item), credit('2200', 4_050, tax)]
    const advance = await bookedVoucher(customer(), received)
    const document_id = await idOf('documents', customer(), advance.id)
    await bookedVoucher(customer(), [
      debit('2030', 50_000, { open_item: { document_id, purpose: 'refund' } }),
      debit('2200', 4_050, { ...tax, tax_code: 'VS81' }),
      credit('1020', 54_050),
    ])
    expect(await openOf(customer(), 'documents')).to.deep.equal([[0, 0, 'settled']])
    expect(await balancesOf(customer(), '1020', '2030', '2200')).to.deep.equal([0, 0, 0])
  })
})
