import { expect } from 'chai'
import { findings } from '../../../support/books.ts'
import { itemsOf } from '../../../support/client.ts'
import { chf, credit, debit, VOUCHERS, voucher } from '../../../support/requests/examples.ts'
import { there } from '../../../support/there.ts'
import { booked } from '../records.ts'
import { EFFECTIVE, NET_RATE } from '../register.ts'
import { booksPaidAhead as books, INVOICED, PAID } from './books-paid-ahead.ts'

/** MWSTG Art. 40 Abs. 1 lit. c: tax on what is paid in advance arises with its receipt. */
describe('money that came before the invoice, under agreed consideration', () => {
  it('is declared with its receipt by the vouchers that the warning names: 81.00 in the first quarter, nothing in the second', async () => {
    const { customer, document, figures, returnOf } = await books()
    const opened = { open_item: { new: { partner: { name: 'Kundin GmbH' } } } }
    const taxed = { tax_code: 'V81', tax_base: chf(100_000) }
    const advance = [debit('1000', 108_100), credit('2030', 100_000, opened), credit('2200', 8_100, taxed)]
    const { id } = await booked(VOUCHERS, voucher(customer, { business_date: PAID, payload: { lines: advance } }))
    const item = there((await itemsOf('documents', customer, `&source_fact_id=${id}`))[0])
    const used = (document_id: string) => ({ open_item: { document_id, purpose: 'set_off' } })
    const lines = [
      debit('2030', 100_000, used(item.id)),
      debit('2200', 8_100, taxed),
      credit('1100', 108_100, used(document.id)),
    ]
    await booked(VOUCHERS, voucher(customer, { business_date: INVOICED, payload: { lines } }))
    expect(await figures('2026-Q1')).to.deep.include(['303', 100_000, 8_100])
    expect(await figures('2026-Q2')).to.deep.equal([])
    const both = [await returnOf('2026-Q1'), await returnOf('2026-Q2')]
    expect(both.map(({ payable_tax }) => payable_tax.amount_minor)).to.deep.equal([8_100, 0])
    expect(await findings(customer)).to.deep.equal([])
  })

  it('is told where another return has it', async () => {
    const { allocate } = await books()
    const { warnings } = await allocate(PAID)
    expect(warnings?.map(({ code, pointer }) => [code, pointer])).to.deep.equal([
      ['item_used_before_it_was_opened', '/lines/0/document_id'],
      ['paid_before_invoice', '/lines/0/document_id'],
    ])
    expect(warnings?.[1]).to.include({
      message:
        'The money is of 2026-03-20, and the tax of the invoice counts on 2026-04-02: what is paid in advance is taxed with its receipt, in 2026-Q1, and the books have it in 2026-Q2.',
      remedy:
        'Where it was paid for the supply in advance: reverse the allocation; send a voucher of 2026-03-20 with the money, a credit of CHF 1000.00 on the account of customer credit that opens an item, and one of CHF 81.00 of tax with V81 and a tax_base of CHF 1000.00 (vat_period: correction, where 2026-Q1 is filed); and one of 2026-04-02 with debits of that item and of the same tax, set off against the invoice. 2026-Q1 has the tax then, and 2026-Q2 nothing of it.',
    })
    const other = await books()
    const { warnings: none } = await other.allocate('2026-04-01')
    expect(none?.map(({ code }) => code)).to.deep.equal(['item_used_before_it_was_opened'])
    expect((await (await books()).allocate('2026-04-02')).warnings).to.deep.equal([])
  })

  it('is not told under received consideration, where the payment declares', async () => {
    const { allocate } = await books({ ...EFFECTIVE, consideration: 'received' })
    const { warnings } = await allocate(PAID)
    expect(warnings?.map(({ code }) => code)).to.deep.equal(['item_used_before_it_was_opened'])
  })

  it('is told of vouchers too, and at net rates, where customer credit has the code itself', async () => {
    const { customer, document } = await books()
    const paying = { open_item: { document_id: document.id, purpose: 'payment' } }
    const money = [debit('1000', 54_050), credit('1100', 54_050, paying)]
    const { warnings } = await booked(VOUCHERS, voucher(customer, { business_date: PAID, payload: { lines: money } }))
    expect(warnings?.map(({ code }) => code)).to.have.members(['item_used_before_it_was_opened', 'paid_before_invoice'])
    expect(warnings?.find(({ code }) => code === 'paid_before_invoice')?.message).to.include(
      'a credit of CHF 500.00 on the account of customer credit that opens an item, and one of CHF 40.50 of tax with V81',
    )
    const net = await books(NET_RATE, '2026-07-02')
    const told = (await net.allocate('2026-06-20')).warnings?.find(({ code }) => code === 'paid_before_invoice')
    expect(told?.remedy).to.include(
      'a credit of CHF 1081.00 on the account of customer credit that opens an item, with V81 (vat_period: correction, where 2026-H1 is filed); and one of 2026-07-02 with a debit of that item with the same code',
    )
  })

  it('is told alike by allocations and vouchers of an invoice that was booked before its own date', async () => {
    const { customer, document, allocate } = await books(EFFECTIVE, '2026-03-10', { document_date: INVOICED })
    const paying = { open_item: { document_id: document.id, purpose: 'payment' } }
    const lines = [debit('1000', 54_050), credit('1100', 54_050, paying)]
    const byVoucher = await booked(VOUCHERS, voucher(customer, { business_date: PAID, payload: { lines } }))
    const byAllocation = await allocate(PAID, { lines: [{ document_id: document.id, amount: chf(54_050) }] })
    for (const { warnings } of [byVoucher, byAllocation])
      expect(warnings?.map(({ code }) => code)).to.deep.equal(['paid_before_invoice'])
  })

  it('is declared once at net rates as well: 67.02 in the first half-year, nothing in the second', async () => {
    const { customer, document, figures } = await books(NET_RATE, '2026-07-02')
    const opened = { open_item: { new: { partner: { name: 'Kundin GmbH' } } }, tax_code: 'V81' }
    const advance = [debit('1000', 108_100), credit('2030', 108_100, opened)]
    const { id } = await booked(
      VOUCHERS,
      voucher(customer, { business_date: '2026-06-20', payload: { lines: advance } }),
    )
    const item = there((await itemsOf('documents', customer, `&source_fact_id=${id}`))[0])
    const used = (document_id: string) => ({ open_item: { document_id, purpose: 'set_off' } })
    const lines = [
      debit('2030', 108_100, { ...used(item.id), tax_code: 'V81' }),
      credit('1100', 108_100, used(document.id)),
    ]
    await booked(VOUCHERS, voucher(customer, { business_date: '2026-07-02', payload: { lines } }))
    expect(await figures('2026-H1')).to.deep.include(['12345 620', 108_100, 6_702])
    expect(await figures('2026-H2')).to.deep.equal([])
    expect(await findings(customer)).to.deep.equal([])
  })
})
