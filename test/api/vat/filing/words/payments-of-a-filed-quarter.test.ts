import { expect } from 'chai'
import { findings } from '../../../../support/books.ts'
import { firstOf, get, post } from '../../../../support/client.ts'
import {
  chf,
  credit,
  debit,
  INVOICES,
  invoice,
  taxLine,
  VOUCHERS,
  voucher,
} from '../../../../support/requests/examples.ts'
import { booked } from '../../records.ts'
import { EFFECTIVE, register } from '../../register.ts'
import { newFiler } from '../worked-quarter.ts'

/** Of a sale of 1081.00 in June, dated in the third quarter, which is filed. */
const PAYMENTS = [
  [50_000, '2025-09-04', 'correction'],
  [10_810, '2025-09-05', 'annual_reconciliation'],
  [21_620, '2025-09-06', 'current'],
] as const

const RETURNS = [
  ['2025-Q3', 'correction', 3_746],
  ['2025-Q4', 'first', 1_620],
  ['2025', 'annual_reconciliation', 810],
] as const

describe('payments of a filed quarter under received consideration', () => {
  for (const [words, order] of [
    ['the correction first', RETURNS],
    ['the year first', [...RETURNS.slice(1), ...RETURNS.slice(0, 1)]],
  ] as const)
    it(`count in its correction, in the year, or in the next return, by what they say (${words})`, async () => {
      const customer = await newFiler()
      await register(customer, '2020-01-01', { ...EFFECTIVE, consideration: 'received' })
      const file = async (period: string, submission: string) => {
        const asked = { end_customer_id: customer, submission } as never
        return post(`/v1/vat-returns/${period}/file` as '/v1/vat-returns/{period}/file', asked)
      }
      const payload = {
        document_date: '2025-06-10',
        gross_amount: chf(108_100),
        tax_lines: [taxLine('V81', 100_000, 8_100)],
      }
      await booked(INVOICES, invoice(customer, { business_date: '2025-06-10', payload }))
      const { id: document_id } = await firstOf('documents', customer)
      for (const period of ['2025-Q1', '2025-Q2', '2025-Q3']) expect((await file(period, 'first')).status).to.equal(201)
      for (const [amount, day, vat_period] of PAYMENTS) {
        const lines = [
          debit('1020', amount),
          credit('1100', amount, { open_item: { document_id, purpose: 'payment' } }),
        ]
        const request = { business_date: day, vat_period, payload: { lines, document_date: day } }
        await booked(VOUCHERS, voucher(customer, request))
      }
      for (const [period, submission, payable] of order) {
        const { status, body } = await file(period, submission)
        expect([status, body.payable_tax?.amount_minor], JSON.stringify(body)).to.deep.equal([201, payable])
      }
      const year = await firstOf('fiscal-years', customer)
      const { body } = await get(
        `/v1/statements/vat-reconciliation?end_customer_id=${customer}&fiscal_year_id=${year.fiscal_year_id}`,
      )
      expect(body.is_explained, JSON.stringify(body)).to.equal(true)
      expect(await findings(customer)).to.deep.equal([])
    })
})
