import { expect } from 'chai'
import { bankEntry } from '../../../camt053/messages.ts'
import { get, itemsOf, post, put } from '../../../support/client.ts'
import { chf, credit, debit, VOUCHERS, voucher } from '../../../support/requests/examples.ts'
import { there } from '../../../support/there.ts'
import { booksToSettle } from '../books-to-settle.ts'
import { movedBy, taxOf } from './balances.ts'

/** What vouchers do with money before, beside and after documents: each case to the Rappen. */
describe('advances, unknown money and refunds', () => {
  const { customer, invoiced, owed, list, paid, received, allocate, openOf } = booksToSettle()
  const booked = async (lines: object[], payload: object = {}) => {
    const request = voucher(customer(), { payload: { lines, ...payload } })
    const { body } = await post(VOUCHERS, request, { wait: 10 })
    expect(body.state, JSON.stringify(body.blockers)).to.equal('posted')
    return { id: body.id, entry: (await get(`/v1/source-facts/${body.id}`)).body.journal_entry_id.id }
  }
  const lastEntry = async () => there((await list('camt-053/entries')).at(-1))
  const reversed = async (path: string) =>
    (await post(`${path}/reverse` as '/v1/x/reverse', { end_customer_id: customer(), reason: 'x' }, { wait: 10 }))
      .status

  it('unknown money is parked, found to be of a customer, and pays a document', async () => {
    const payment = await received(bankEntry({ amount: '300.00' }))
    const { id: entry_id } = await lastEntry()
    const parked = await booked([debit('1020', 30_000), credit('1099', 30_000)], {
      bank_entries: [{ entry_id, amount: chf(30_000) }],
    })
    expect(await movedBy(parked.entry)).to.deep.equal({ 1020: 30_000, 1099: -30_000 })
    const open_item = { payment_id: payment.id, purpose: 'transfer' }
    const found = await booked([debit('1099', 30_000), credit('2030', 30_000, { open_item })])
    expect(await movedBy(parked.entry, found.entry)).to.deep.equal({ 1020: 30_000, 2030: -30_000 })
    const document = await invoiced(30_000)
    const { body } = await allocate(payment.id, [[document.id, 30_000]])
    expect(await movedBy(parked.entry, found.entry, body.journal_entry_id)).to.deep.equal({
      1020: 30_000,
      1100: -30_000,
    })
    const paths = [`/v1/allocations/${body.id}`, `/v1/source-facts/${found.id}`, `/v1/source-facts/${parked.id}`]
    for (const path of paths) expect(await reversed(path)).to.equal(202)
    expect([await openOf('documents', document.id), await openOf('payments', payment.id)]).to.deep.equal([
      30_000, 30_000,
    ])
  })

  it('credit of a customer is paid back by the debit of the bank', async () => {
    const document = await invoiced(108_100)
    const payment = await received(bankEntry({ amount: '1100.00' }))
    const { body } = await allocate(payment.id, [[document.id, 108_100]])
    expect(await movedBy(body.journal_entry_id)).to.deep.equal({ 1020: 110_000, 1100: -108_100, 2030: -1_900 })
    await paid(bankEntry({ amount: '19.00', direction: 'DBIT' }))
    const { id: entry_id } = await lastEntry()
    const open_item = { payment_id: payment.id, purpose: 'refund' }
    const refund = await booked([debit('2030', 1_900, { open_item }), credit('1020', 1_900)], {
      bank_entries: [{ entry_id, amount: chf(1_900) }],
    })
    expect(await movedBy(body.journal_entry_id, refund.entry)).to.deep.equal({ 1020: 108_100, 1100: -108_100 })
    expect((await get(`/v1/camt-053/entries/${entry_id}`)).body.booking_state).to.equal('booked')
  })

  it('an advance is taxed with its money, and the final invoice takes it off', async () => {
    await received(bankEntry({ amount: '540.50' }))
    const { id: entry_id } = await lastEntry()
    const partner = { partner: { name: 'Kundin GmbH' } }
    const advance = await booked(
      [
        debit('1020', 54_050),
        credit('2030', 50_000, { open_item: { new: partner } }),
        credit('2200', 4_050, { tax_code: 'V81', tax_base: chf(50_000) }),
      ],
      { bank_entries: [{ entry_id, amount: chf(54_050) }] },
    )
    expect(await movedBy(advance.entry)).to.deep.equal({ 1020: 54_050, 2030: -50_000, 2200: -4_050 })
    expect(await taxOf(advance.entry)).to.deep.equal(['V81 303 50000 4050'])
    const credited = there((await itemsOf('documents', customer())).find(({ kind }) => kind === 'customer_credit'))
    const final = await booked([
      debit('1100', 54_050, { open_item: { new: partner } }),
      debit('2030', 50_000, { open_item: { document_id: credited.id, purpose: 'set_off' } }),
      credit('3400', 100_000),
      credit('2200', 4_050, { tax_code: 'V81', tax_base: chf(50_000) }),
    ])
    expect(await movedBy(final.entry)).to.deep.equal({ 1100: 54_050, 2030: 50_000, 3400: -100_000, 2200: -4_050 })
    expect(await taxOf(final.entry)).to.deep.equal(['V81 303 50000 4050'])
    expect(await movedBy(advance.entry, final.entry)).to.deep.equal({
      1020: 54_050,
      1100: 54_050,
      3400: -100_000,
      2200: -8_100,
    })
    expect(await openOf('documents', credited.id)).to.equal(0)
    const open = (await itemsOf('documents', customer())).find(({ kind }) => kind === 'receivable')
    expect(there(open).open_amount.amount_minor).to.equal(54_050)
  })

  it('EUR 1000.00 booked at 0.95 come in on an account in euros at 0.94', async () => {
    const rates = [
      { currency: 'EUR', rate: '0.95', rate_date: '2026-01-01' },
      { currency: 'EUR', rate: '0.94', rate_date: '2026-04-15' },
    ]
    await put('/v1/exchange-rates', { end_customer_id: customer(), rates })
    const mappings = [
      { mapping_key: 'posting.accounts_receivable.currency.EUR', account_code: '1102', valid_from: '2020-01-01' },
    ]
    await put('/v1/account-mappings', { end_customer_id: customer(), mappings }, { wait: 10 })
    const gross_amount = { amount_minor: 100_000, currency: 'EUR' }
    const document = await invoiced(0, { currency: 'EUR', gross_amount })
    const line = { document_id: document.id, amount: gross_amount }
    const request = { end_customer_id: customer(), account_code: '1024', posting_date: '2026-04-15', lines: [line] }
    const { body } = await post('/v1/allocations', request, { wait: 10 })
    expect(await movedBy(body.journal_entry_id)).to.deep.equal({ 1024: 94_000, 6949: 1_000, 1102: -95_000 })
    expect(await openOf('documents', document.id)).to.equal(0)
  })

  it('a card and staff may be the creditor, and are paid like any other account', async () => {
    const payable = await owed(10_810)
    const request = {
      settlement_date: '2026-04-15',
      amount: chf(10_810),
      reviewer_justification: 'x',
      account_code: '2215',
    }
    const path = `/v1/supplier-payables/${payable.id}/settlements` as const
    const { body } = await post(path, { end_customer_id: customer(), ...request }, { wait: 10 })
    await paid(bankEntry({ amount: '108.10', direction: 'DBIT' }))
    const { id: entry_id } = await lastEntry()
    const cleared = await booked([debit('2215', 10_810), credit('1020', 10_810)], {
      bank_entries: [{ entry_id, amount: chf(10_810) }],
    })
    expect(await movedBy(body.journal_entry_id, cleared.entry)).to.deep.equal({ 2000: 10_810, 1020: -10_810 })
  })
})
