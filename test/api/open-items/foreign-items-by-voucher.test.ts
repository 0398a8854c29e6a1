import { expect } from 'chai'
import { bankEntry } from '../../camt053/messages.ts'
import { linesOf } from '../../support/books.ts'
import { get, post, put } from '../../support/client.ts'
import { chf, credit, debit, EXPENSES, expense } from '../../support/requests/examples.ts'
import { there } from '../../support/there.ts'
import { booksToSettle } from '../settlement/books-to-settle.ts'
import { blockedVoucher, bookedVoucher, idOf, openOf, reverse } from './items-of-customer.ts'

const eur = (amount_minor: number) => ({ amount_minor, currency: 'EUR' })

describe('items in foreign currency in vouchers', () => {
  const { customer, invoiced, owed, settle, stated } = booksToSettle()
  const foreign = { currency: 'EUR', gross_amount: eur(100_000), tax_lines: [] }

  async function rates(...list: [rate: string, rate_date: string][]): Promise<void> {
    const all = list.map(([rate, rate_date]) => ({ currency: 'EUR', rate, rate_date }))
    await put('/v1/exchange-rates', { end_customer_id: customer(), rates: all })
  }

  it('a payable is revalued at the end of the year, and its payment gains the rest', async () => {
    // EUR 1'000.00 at 0.935; closing rate 0.93: gain 5.00 in 2025. Paid at 0.9275: gain 2.50 in 2026.
    await rates(['0.935', '2025-01-01'], ['0.9275', '2026-01-01'])
    const payload = { ...foreign, document_date: '2025-11-05' }
    const request = expense(customer(), { business_date: '2025-11-05', payload })
    const { body: bill } = await post(EXPENSES, request, { wait: 20 })
    const id = await idOf('supplier-payables', customer(), bill.id)
    const item = { open_item: { supplier_payable_id: id, purpose: 'revaluation' } }
    const line = { account_code: '2000', debit: eur(0), base_amount: chf(500), ...item }
    const fact = await bookedVoucher(customer(), [line, credit('6999', 500)], {}, { business_date: '2025-12-31' })
    expect(await linesOf(fact.journal_entry_id.id)).to.deep.equal([
      ['2000', 500, 0],
      ['6999', 0, 500],
    ])
    expect(await openOf(customer(), 'supplier-payables')).to.deep.equal([[100_000, 93_000, 'open']])
    const { body: paid } = await settle(id, 0, { amount: eur(100_000) })
    expect(await linesOf(paid.journal_entry_id)).to.deep.equal([
      ['2000', 93_000, 0],
      ['1020', 0, 92_750],
      ['6999', 0, 250],
    ])
    const refused = await reverse(customer(), `/v1/source-facts/${fact.id}`)
    expect([refused.status, refused.body.error.details[0]?.code]).to.deep.equal([409, 'in_use'])
  })

  it('a revaluation that is reversed on the first day of the year leaves the value of the invoice', async () => {
    await rates(['0.95', '2026-01-01'])
    const { id } = await owed(0, foreign)
    const item = { open_item: { supplier_payable_id: id, purpose: 'revaluation' } }
    // X5: closing rate 0.96, loss 10.00. A line in francs says the same.
    const fact = await bookedVoucher(customer(), [debit('6949', 1_000), credit('2000', 1_000, item)])
    expect(await openOf(customer(), 'supplier-payables')).to.deep.equal([[100_000, 96_000, 'open']])
    await reverse(customer(), `/v1/source-facts/${fact.id}`)
    expect(await openOf(customer(), 'supplier-payables')).to.deep.equal([[100_000, 95_000, 'open']])
  })

  it('a receivable that is paid into an account of its currency loses what the rate has lost (A14)', async () => {
    await rates(['0.95', '2026-01-01'], ['0.94', '2026-03-15'])
    const { id } = await invoiced(0, { ...foreign, document_date: '2026-03-01' })
    const { body } = await get(`/v1/documents/${id}`)
    const book = body.base_open_amount.amount_minor
    const item = { open_item: { document_id: id, purpose: 'payment' } }
    const lines = [
      { account_code: '1024', debit: eur(100_000), base_amount: chf(book - 1_000) },
      { account_code: '1100', credit: eur(100_000), ...item },
    ]
    const fact = await bookedVoucher(customer(), lines)
    expect(await linesOf(fact.journal_entry_id.id)).to.deep.equal([
      ['1024', book - 1_000, 0],
      ['1100', 0, book],
      ['6949', 1_000, 0],
    ])
  })

  it('a base amount that is not the share of the book value is refused with the share', async () => {
    await rates(['0.95', '2026-01-01'])
    const { id } = await owed(0, foreign)
    const item = { open_item: { supplier_payable_id: id, purpose: 'payment' } }
    const line = { account_code: '2000', debit: eur(50_000), base_amount: chf(47_000), ...item }
    expect(await blockedVoucher(customer(), [line, credit('1020', 47_000)])).to.deep.equal([
      'open_item_mismatch /payload/lines/0/base_amount',
    ])
  })

  it('credit of a payment that was refunded is settled, also where the year-end before is revalued later', async () => {
    await rates(['0.95', '2025-01-01'])
    const account = 'CH5604835012345678009'
    const mapping = { mapping_key: `posting.bank.${account}`, account_code: '1024', valid_from: '2020-01-01' }
    await put('/v1/account-mappings', { end_customer_id: customer(), mappings: [mapping] })
    const came = await stated(account, bankEntry({ amount: '100.00', currency: 'EUR', date: '2025-11-05' }))
    const { id: payment_id, entry_id } = there(came[0])
    const item = (purpose: string) => ({ open_item: { payment_id, purpose } })
    const book = (business_date: string, lines: object[], more: object = {}) =>
      bookedVoucher(customer(), lines, more, { business_date })
    const given = [
      { account_code: '1024', debit: eur(10_000) },
      { account_code: '2030', credit: eur(10_000), ...item('transfer') },
    ]
    await book('2025-11-05', given, { bank_entries: [{ entry_id }] })
    await book('2026-01-09', [
      { account_code: '2030', debit: eur(10_000), ...item('refund') },
      { account_code: '1024', credit: eur(10_000) },
    ])
    await book('2025-12-31', [debit('6949', 200), credit('2030', 200, item('revaluation'))])
    // The verifier looks at the item after each test.
    expect((await get(`/v1/payments/${payment_id}`)).body.open_amount).to.deep.equal(eur(0))
  })
})
