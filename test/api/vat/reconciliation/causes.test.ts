import { expect } from 'chai'
import { findings } from '../../../support/books.ts'
import { firstOf, post, put } from '../../../support/client.ts'
import {
  chf,
  credit,
  debit,
  EXPENSES,
  expense,
  INVOICES,
  invoice,
  taxLine,
} from '../../../support/requests/examples.ts'
import { KMU_ACCOUNTS, newKmuCustomer } from '../../../support/requests/kmu-chart.ts'
import { booked } from '../records.ts'
import { EFFECTIVE, register } from '../register.ts'
import { expectSums, manual, reconciled } from './reconciled.ts'

const eur = (amount_minor: number) => ({ amount_minor, currency: 'EUR' })

describe('differences that the yearly reconciliation names by the role of their account', () => {
  let customer: string
  before(async () => {
    customer = await newKmuCustomer()
    await register(customer, '2020-01-01', EFFECTIVE)
    const gain = { account_code: '6999', account_name: 'Kursgewinne', account_type: 'revenue' }
    const accounts = [...KMU_ACCOUNTS.filter(({ account_code }) => account_code !== '6999'), gain]
    await put('/v1/accounts', { end_customer_id: customer, valid_from: '2020-01-01', accounts }, { wait: 10 })
    const mappings = [{ mapping_key: 'posting.fx_gain', account_code: '6999' }]
    await put('/v1/account-mappings', { end_customer_id: customer, valid_from: '2020-01-01', mappings }, { wait: 10 })
    await put('/v1/exchange-rates', {
      end_customer_id: customer,
      rates: [
        { currency: 'EUR', rate: '0.95', rate_date: '2026-01-01' },
        { currency: 'EUR', rate: '0.97', rate_date: '2026-04-01' },
      ],
    })
  })

  const sold = async (payload: object) => {
    const { id } = await booked(INVOICES, invoice(customer, { payload }))
    return (await firstOf('documents', customer, `&source_fact_id=${id}`)).id
  }
  const collected = async (document_id: string, amount: object, deductions: object[] = []) => {
    const lines = [{ document_id, amount, ...(deductions.length > 0 && { deductions }) }]
    const reason = deductions.length === 3 ? { reason: 'certificate of loss' } : {}
    const money = { account_code: '1000', posting_date: '2026-04-15' }
    const request = { end_customer_id: customer, ...money, lines, ...reason }
    const { body } = await post('/v1/allocations', request, { wait: 10 })
    expect(body.state, JSON.stringify(body)).to.equal('posted')
  }

  it('are the exchange gain, rounding, a discount and a loss without tax, and a discount of a supplier', async () => {
    const gross_amount = eur(108_100)
    const tax_lines = [{ tax_code: 'V81', net_amount: eur(100_000), tax_amount: eur(8_100) }]
    await collected(await sold({ currency: 'EUR', gross_amount, tax_lines }), gross_amount)
    const untaxed = await sold({ gross_amount: chf(10_002), tax_lines: [taxLine('NONE', 10_002, 0)] })
    await collected(untaxed, chf(6_000), [
      { type: 'discount', amount: chf(500) },
      { type: 'rounding', amount: chf(2) },
      { type: 'write_off', amount: chf(3_500) },
    ])
    const bill = await booked(EXPENSES, expense(customer, { payload: { tax_lines: [taxLine('I81', 10_000, 810)] } }))
    const { id } = await firstOf('supplier-payables', customer, `&source_fact_id=${bill.id}`)
    await manual(customer, [
      debit('2000', 1_081, { open_item: { supplier_payable_id: id, purpose: 'write_off' } }),
      credit('4900', 1_000),
      credit('1171', 81, { tax_code: 'I81', tax_base: chf(1_000) }),
    ])
    await manual(customer, [debit('1020', 5), credit('6945', 5)])
    const year = await reconciled(customer)
    // EUR 1081.00 are worth 1026.95 at first and 1048.57 when they are paid: 21.62 more.
    expect(
      year.turnover.accounts.map(({ account_code, parts }) => [
        account_code,
        ...parts.map(({ category, figure, amount }) => [category, figure, amount.amount_minor]),
      ]),
    ).to.deep.equal([
      ['3400', ['recorded', '303', 95_000], ['without_code', null, 10_002]],
      ['3800', ['reduction', null, -500]],
      ['3805', ['reduction', null, -3_500]],
      ['4900', ['purchase_reduction', null, 1_000]],
      ['6945', ['rounding', null, 5]],
      ['6999', ['exchange_difference', null, 2_162]],
    ])
    await expectSums(year)
    expect(await findings(customer)).to.deep.equal([])
  })
})
