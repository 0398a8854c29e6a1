import { expect } from 'chai'
import fc from 'fast-check'
import { taxOnNet } from '../../../../shared/accounting/amounts/rounding.ts'
import { owedOnGross } from '../../../../shared/accounting/vat/return/tax-shown.ts'
import { TAX_CODES } from '../../../../shared/accounting/vat/tax-codes.ts'
import { bankEntry } from '../../../camt053/messages.ts'
import { findings, linesOf } from '../../../support/books.ts'
import { get, post } from '../../../support/client.ts'
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
import { booksOfReceived } from '../received/books-of-received.ts'
import { reconciled } from '../reconciliation/reconciled.ts'
import { newFiler } from './worked-quarter.ts'

const ACCEPTED = { tax_amount_accepted: { approved_by: 'Meier', reason: 'So steht es auf der Rechnung' } }

describe('tax that an invoice shows too low', () => {
  let customer: string
  const figures = async () => {
    const { body } = await get(`/v1/vat-returns/2026-Q1?end_customer_id=${customer}`)
    return body.lines
      .filter(({ figure }) => ['200', '235', '303', '500', '510'].includes(figure ?? ''))
      .map(({ figure, base_amount, tax_amount }) => [figure, base_amount?.amount_minor, tax_amount?.amount_minor])
      .filter(([, base, tax]) => base || tax)
  }
  const sale = async (net: number, tax: number, more: object, tax_code = 'V81') => {
    const payload = { gross_amount: chf(net + tax), tax_lines: [taxLine(tax_code, net, tax, more)] }
    const { body } = await post(INVOICES, invoice(customer, { payload }), { wait: 10 })
    return body
  }
  beforeEach(async () => {
    customer = await newFiler()
  })

  it('is owed on what the customer pays, and turnover is what is left', async () => {
    // 105.00 × 8.1 / 108.1 is 7.87, and 97.13 × 8.1 % is 7.87.
    const fact = await sale(10_000, 500, ACCEPTED)
    expect(fact.warnings?.map(({ code, message }) => [code, message])).to.deep.equal([
      [
        'tax_amount_differs',
        'V81 on CHF 100.00 is CHF 8.10, not CHF 5.00. Tax is owed on what the customer pays, which is CHF 97.13 and a tax of CHF 7.87: these are booked.',
      ],
    ])
    expect(await linesOf(fact.journal_entry_id.id)).to.deep.equal([
      ['1100', 10_500, 0],
      ['3400', 0, 9_713],
      ['2200', 0, 787],
    ])
    expect(await figures()).to.deep.equal([
      ['200', 9_713, undefined],
      ['303', 9_713, 787],
      ['500', undefined, 787],
    ])
    const { status, body } = await post('/v1/vat-returns/2026-Q1/file', { end_customer_id: customer })
    expect(status, JSON.stringify(body)).to.equal(201)
    expect(await linesOf(body.journal_entry_id)).to.deep.equal([
      ['2200', 787, 0],
      ['2201', 0, 787],
    ])
    const { turnover, is_explained } = await reconciled(customer)
    expect([turnover.steps.length, is_explained]).to.deep.equal([1, true])
    expect(await findings(customer)).to.deep.equal([])
  })

  it('is taken back by a credit note that shows the same, and by a reduction', async () => {
    await sale(10_000, 500, ACCEPTED)
    await sale(-10_000, -500, ACCEPTED)
    expect(await figures()).to.deep.equal([])
    await sale(100_000, 8_100, {})
    await sale(-10_000, -500, ACCEPTED, 'VS81')
    // 1000.00 less 97.13 is 902.87: 73.13.
    expect(await figures()).to.deep.equal([
      ['200', 100_000, undefined],
      ['235', 9_713, undefined],
      ['303', 90_287, 7_313],
      ['500', undefined, 7_313],
    ])
  })

  it('is blocked without a word, and booked as printed within the tolerance', async () => {
    const blocked = await sale(10_000, 500, {})
    expect(blocked.blockers.map(({ code }) => code)).to.deep.equal(['tax_amount_mismatch'])
    const fact = await sale(1_000_000, 80_700, {})
    // 810.00 is owed on 10,000.00, and half a per cent of it is 4.05.
    expect(await linesOf(fact.journal_entry_id.id)).to.deep.include(['2200', 0, 80_700])
    expect((await figures())[1]).to.deep.equal(['303', 1_000_000, 81_000])
  })

  it('is not booked by a voucher, which says what is owed', async () => {
    const lines = (net: number, tax: number) => [
      debit('1020', 10_500),
      credit('3400', net),
      credit('2200', tax, { tax_code: 'V81', tax_base: chf(net), ...ACCEPTED }),
    ]
    const send = async (net: number, tax: number) =>
      (await post(VOUCHERS, voucher(customer, { payload: { lines: lines(net, tax) } }), { wait: 10 })).body
    const { blockers } = await send(10_000, 500)
    expect(blockers.map(({ code, pointer }) => [code, pointer])).to.deep.equal([
      ['tax_amount_mismatch', '/payload/lines/2/tax_base'],
    ])
    expect(blockers[0]?.message)
      .to.include('V81 on CHF 100.00 is CHF 8.10, not CHF 5.00.')
      .and.to.include('what the customer pays, which is CHF 97.13 and a tax of CHF 7.87: state these.')
    expect((await send(9_713, 787)).state).to.equal('posted')
  })

  it('of a reduction by voucher is told as a part of what turnover is reduced by', async () => {
    const reduced = debit('2200', 500, { tax_code: 'VS81', tax_base: chf(10_000) })
    const request = voucher(customer, { payload: { lines: [debit('3805', 10_000), reduced, credit('1020', 10_500)] } })
    const { body } = await post(VOUCHERS, request, { wait: 10 })
    expect(body.blockers[0]?.message).to.include(
      'The tax is a part of what turnover is reduced by, which is CHF 97.13 and a tax of CHF 7.87: state these.',
    )
  })

  it('is the tax at its rate, for every consideration', () => {
    const rates = ['V81', 'V26', 'V38', 'VS81', 'V77'].map((name) => there(TAX_CODES.get(name)))
    const amounts = fc.record({ net: fc.integer({ min: 1, max: 10_000_000 }), part: fc.integer({ min: 0, max: 990 }) })
    fc.assert(
      fc.property(fc.constantFrom(...rates), amounts, fc.constantFrom(1, -1), (code, { net, part }, sign) => {
        const money = (minor: bigint) => ({ amount_minor: BigInt(sign) * minor, currency: 'CHF' })
        const shown = (taxOnNet(BigInt(net), code.rate_bp) * BigInt(part)) / 1000n
        const owed = owedOnGross(code, { net: money(BigInt(net)), tax: money(shown) })
        if (owed === null) return
        expect(owed.net.amount_minor + owed.tax.amount_minor).to.equal(BigInt(sign) * (BigInt(net) + shown))
        const off = owed.tax.amount_minor - taxOnNet(owed.net.amount_minor, code.rate_bp)
        expect([-1n, 0n, 1n]).to.include(off)
      }),
    )
  })
})

describe('tax that is shown too low under received consideration', () => {
  const { invoiced, recordsOf, received, allocate } = booksOfReceived()

  it('is declared with the payment, as it is owed', async () => {
    const { id } = await invoiced(10_500, {
      document_date: '2026-02-10',
      supply_date: '2026-02-10',
      tax_lines: [taxLine('V81', 10_000, 500, ACCEPTED)],
    })
    const payment = await received(bankEntry({ amount: '52.50' }))
    await allocate(payment.id, [[id, 5_250]], { posting_date: '2026-04-20' })
    // Half of 97.13 is 48.57, half of 7.87 is 3.94.
    expect(await recordsOf()).to.deep.equal([
      ['V81', 'not_due', 9_713, 787],
      ['V81', 'declared', 4_857, 394],
    ])
  })
})
