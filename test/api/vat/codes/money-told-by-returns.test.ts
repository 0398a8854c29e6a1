import { expect } from 'chai'
import { bankEntry, camt053Message } from '../../../camt053/messages.ts'
import { findings } from '../../../support/books.ts'
import { firstOf, get, itemsOf, post, upload } from '../../../support/client.ts'
import {
  chf,
  credit,
  debit,
  INVOICES,
  invoice,
  taxLine,
  VOUCHERS,
  voucher,
} from '../../../support/requests/examples.ts'
import { there } from '../../../support/there.ts'
import { fetchAs } from '../../statements/books-to-show.ts'
import { booked } from '../records.ts'
import { EFFECTIVE } from '../register.ts'
import { booksPaidAhead as books, INVOICED, PAID } from './books-paid-ahead.ts'

type Warning = { readonly code: string; readonly message: string; readonly look_at: readonly string[] }

/** MWSTG Art. 40 Abs. 1 lit. c */
describe('VAT returns with money that came before its invoice', () => {
  const told = ({ warnings }: { readonly warnings: readonly Warning[] }) =>
    warnings.filter(({ code }) => code === 'money_before_invoice')

  it('name it in that of its days, and not in that of the invoice: 1081.00 of an invoice of the next quarter', async () => {
    const { customer, document, allocate, returnOf, file } = await books()
    await allocate(PAID)
    const [warning] = (await returnOf('2026-Q1')).warnings
    expect(warning).to.deep.include({
      code: 'money_before_invoice',
      count: 1,
      is_at_least: false,
      message:
        'Credit and payments of customers that came before their invoice: 1. What is paid in advance is taxed with its receipt, and the return has no tax of it: CHF 1081.00 (CHF 1081.00 of Kundin GmbH on 2026-03-20).',
      must_be_accepted: false,
      look_at: [`/v1/documents/${document.id}`],
    })
    expect(told(await returnOf('2026-Q2'))).to.deep.equal([])
    await booked(VOUCHERS, voucher(customer))
    expect((await file('2026-Q1')).status).to.equal(201)
    expect(told(await returnOf('2026-Q1'))).to.deep.equal([warning])
    const page = await (
      await fetchAs(`/v1/vat-returns/2026-Q1?end_customer_id=${customer}&locale=fr`, 'text/html')
    ).text()
    expect(page).to.include('Argent de clients reçu avant la facture, sans impôt (postes): 1')
  })

  it('name each part in that of its own days: 400.00 and 681.00 of an invoice of the third quarter', async () => {
    const { document, allocate, returnOf } = await books(EFFECTIVE, '2026-07-02')
    const part = (amount: number) => ({ lines: [{ document_id: document.id, amount: chf(amount) }] })
    await allocate('2026-02-10', part(40_000))
    await allocate('2026-05-10', part(68_100))
    const sums = await Promise.all(
      ['2026-Q1', '2026-Q2', '2026-Q3'].map(async (period) => told(await returnOf(period))),
    )
    expect(sums.map((warnings) => warnings.map(({ message }) => message.replace(/^.*: /, '')))).to.deep.equal([
      ['CHF 400.00 (CHF 400.00 of Kundin GmbH on 2026-02-10).'],
      ['CHF 681.00 (CHF 681.00 of Kundin GmbH on 2026-05-10).'],
      [],
    ])
  })

  it('do not name it under received consideration, where the payment declares it', async () => {
    const { allocate, returnOf } = await books({ ...EFFECTIVE, consideration: 'received' })
    await allocate(PAID)
    expect(told(await returnOf('2026-Q1'))).to.deep.equal([])
  })

  for (const consideration of ['agreed', 'received'])
    it(`name credit until its tax is declared: 1081.00 of a payment and 50.00 of a voucher, ${consideration}`, async () => {
      const { customer, document, returnOf, figures } = await books({ ...EFFECTIVE, consideration })
      const message = camt053Message({ bankEntries: bankEntry({ amount: '1181.00', date: PAID }) })
      await upload(customer, message, { wait: 20 })
      const payment = there((await itemsOf('payments', customer))[0])
      const asked = { end_customer_id: customer, payment_id: payment.id, posting_date: PAID }
      // 100.00 of it are what was left of the invoice of before.
      const before = await firstOfSale(customer, '2026-02-10', 10_000)
      const { body } = await post(
        '/v1/allocations',
        { ...asked, lines: [{ document_id: before, amount: chf(10_000) }] },
        { wait: 10 },
      )
      expect(body.state, JSON.stringify(body)).to.equal('posted')
      const opened = (name: string) => ({ open_item: { new: { partner: { name } } } })
      const cash = [debit('1000', 5_000), credit('2030', 5_000, opened('Laufkunde'))]
      await booked(VOUCHERS, voucher(customer, { business_date: '2026-03-31', payload: { lines: cash } }))
      const warning = there(told(await returnOf('2026-Q1'))[0])
      expect(warning.message).to.include(
        'invoice: 2. What is paid in advance is taxed with its receipt, and the return has no tax of it: CHF 1131.00 (CHF 1081.00 of ',
      )
      for (const path of warning.look_at) expect((await get(path as '/v1/documents')).status, path).to.equal(200)
      expect(told(await returnOf('2026-Q2'))).to.deep.equal([])
      // As the documentation has it: 81.00 with the money.
      const declared = [
        debit('2030', 108_100, { open_item: { payment_id: payment.id, purpose: 'transfer' } }),
        credit('2030', 100_000, opened('Kundin GmbH')),
        credit('2200', 8_100, { tax_code: 'V81', tax_base: chf(100_000) }),
      ]
      const { id } = await booked(VOUCHERS, voucher(customer, { business_date: PAID, payload: { lines: declared } }))
      expect(await figures('2026-Q1')).to.deep.include(['303', 100_000, 8_100])
      expect(told(await returnOf('2026-Q1')).map(({ message }) => message)).to.deep.equal([
        'Credit and payments of customers that came before their invoice: 1. What is paid in advance is taxed with its receipt, and the return has no tax of it: CHF 50.00 (CHF 50.00 of Laufkunde on 2026-03-31).',
      ])
      // The invoice of the next quarter takes it off, and nothing of it is taxed twice.
      const advance = there((await itemsOf('documents', customer, `&source_fact_id=${id}`))[0])
      const used = (document_id: string) => ({ open_item: { document_id, purpose: 'set_off' } })
      const lines = [
        debit('2030', 100_000, used(advance.id)),
        debit('2200', 8_100, { tax_code: 'VS81', tax_base: chf(100_000) }),
        credit('1100', 108_100, used(document.id)),
      ]
      await booked(VOUCHERS, voucher(customer, { business_date: INVOICED, payload: { lines } }))
      expect(await figures('2026-Q2')).to.deep.equal([
        ['200', 100_000, null],
        ['235', 100_000, null],
        ['289', 100_000, null],
      ])
      expect((await returnOf('2026-Q2')).tie.is_explained).to.equal(true)
      expect(await findings(customer)).to.deep.equal([])
    })
})

/** An invoice without tax, by its item. */
async function firstOfSale(customer: string, day: string, amount: number): Promise<string> {
  const payload = { document_date: day, gross_amount: chf(amount), tax_lines: [taxLine('V0E', amount, 0)] }
  const { id } = await booked(INVOICES, invoice(customer, { business_date: day, payload }))
  return (await firstOf('documents', customer, `&source_fact_id=${id}`)).id
}
