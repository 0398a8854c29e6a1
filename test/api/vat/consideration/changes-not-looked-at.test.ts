import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { openQuietService, type QuietService } from '../../../support/quiet-service.ts'
import {
  chf,
  credit,
  debit,
  EXPENSES,
  expense,
  INVOICES,
  invoice,
  taxLine,
  VOUCHERS,
  voucher,
} from '../../../support/requests/examples.ts'
import { KMU_ACCOUNTS } from '../../../support/requests/kmu-chart.ts'
import { EFFECTIVE } from '../register.ts'

const RECEIVED = { ...EFFECTIVE, consideration: 'received' } as const
const TAX = ['1170', '1171', '2200', '2203']
const withoutOutputTax = KMU_ACCOUNTS.filter(({ account_code }) => account_code !== '2200')
const withoutTax = KMU_ACCOUNTS.filter(({ account_code }) => !TAX.includes(account_code))

describe('changes of consideration that were not looked at', () => {
  let quiet: QuietService
  before(async () => {
    quiet = await openQuietService()
  })
  after(() => quiet.close())
  const putChart = async (end_customer_id: string, valid_from: string, accounts: readonly object[]) => {
    const listed = accounts.map((account) => ({ ...account, or_row: undefined }))
    const { status } = await quiet.put('/v1/accounts', { end_customer_id, valid_from, accounts: listed } as never)
    expect(status).to.equal(202)
  }
  const register = async (end_customer_id: string, valid_from: string, registration: object) => {
    const request = { end_customer_id, valid_from, reason: 'x', ...registration }
    expect((await quiet.put('/v1/vat-registrations', request as never)).status).to.equal(202)
  }
  const newCustomer = async (accounts: readonly object[] = KMU_ACCOUNTS) => {
    const customer = randomUUID()
    await putChart(customer, '2020-01-01', accounts)
    await register(customer, '2020-01-01', EFFECTIVE)
    await quiet.work('vat.transfer')
    return customer
  }
  const ofDecember = (code: string) => ({
    business_date: '2025-12-10',
    payload: { document_date: '2025-12-10', gross_amount: chf(108_100), tax_lines: [taxLine(code, 100_000, 8_100)] },
  })
  const book = async (path: typeof INVOICES | typeof EXPENSES | typeof VOUCHERS, request: object) => {
    await quiet.post(path, request as never)
    expect(await quiet.work('facts.evaluate')).to.equal(1)
  }
  /** Figure and tax of the lines of a return that tell of sales and purchases. */
  const taxesOf = async (customer: string, period: string) => {
    const { body } = await quiet.get(`/v1/vat-returns/${period}?end_customer_id=${customer}`)
    return body.lines.flatMap(({ figure, tax_amount }) =>
      (figure === '303' || figure === '405') && tax_amount?.amount_minor ? [[figure, tax_amount.amount_minor]] : [],
    )
  }

  it('are looked at one after the other: what is paid before the second is transferred by the first', async () => {
    const customer = await newCustomer()
    await book(INVOICES, invoice(customer, ofDecember('V81')))
    const { id: document_id } = await quiet.firstOf('documents', customer)
    const lines = [debit('1000', 108_100), credit('1100', 108_100, { open_item: { document_id, purpose: 'payment' } })]
    await book(VOUCHERS, voucher(customer, { business_date: '2026-04-20', payload: { lines } }))
    await register(customer, '2026-01-01', RECEIVED)
    await register(customer, '2026-07-01', { ...RECEIVED, filing_period: 'month' })
    await quiet.work('vat.transfer')
    expect(await taxesOf(customer, '2025-Q4')).to.deep.equal([['303', 8_100]])
    expect(await taxesOf(customer, '2026-Q1')).to.deep.equal([['303', -8_100]])
    expect(await taxesOf(customer, '2026-Q2')).to.deep.equal([['303', 8_100]])
    expect(await quiet.findings(customer)).to.deep.equal([])
  })

  it('are looked at again for documents of before that are booked later, whatever else is registered', async () => {
    const customer = await newCustomer()
    await register(customer, '2026-01-01', RECEIVED)
    await quiet.work('vat.transfer')
    await book(INVOICES, invoice(customer, ofDecember('V81')))
    const filing = await quiet.post('/v1/vat-returns/2025-Q4/file', { end_customer_id: customer })
    expect([filing.status, filing.text.includes('vat_transfer_under_way')]).to.deep.equal([409, true])
    expect(await quiet.work('vat.transfer')).to.equal(1)
    expect(await taxesOf(customer, '2026-Q1')).to.deep.equal([['303', -8_100]])
    const ofJanuary = { business_date: '2026-01-10', payload: { document_date: '2026-01-10' } }
    await book(INVOICES, invoice(customer, ofJanuary))
    expect(await quiet.work('vat.transfer')).to.equal(0)
    await register(customer, '2026-07-01', { ...RECEIVED, filing_period: 'month' })
    await quiet.work('vat.transfer')
    expect(await taxesOf(customer, '2025-Q4')).to.deep.equal([['303', 8_100]])
    expect(await taxesOf(customer, '2026-Q1')).to.deep.equal([['303', -8_100]])
    expect(await quiet.findings(customer)).to.deep.equal([])
  })

  it('need no account of output tax for purchases', async () => {
    const customer = await newCustomer(withoutOutputTax)
    await book(EXPENSES, expense(customer, ofDecember('I81')))
    await register(customer, '2026-01-01', RECEIVED)
    await quiet.work('vat.transfer')
    expect(await taxesOf(customer, '2025-Q4')).to.deep.equal([['405', 8_100]])
    expect(await taxesOf(customer, '2026-Q1')).to.deep.equal([['405', -8_100]])
    expect(await quiet.findings(customer)).to.deep.equal([])
  })

  it('need no account of output tax that the chart has no more, for sales too', async () => {
    const customer = await newCustomer()
    await book(EXPENSES, expense(customer, ofDecember('I81')))
    await book(INVOICES, invoice(customer, ofDecember('V81')))
    await putChart(customer, '2026-01-01', withoutOutputTax)
    await register(customer, '2026-01-01', RECEIVED)
    await quiet.work('vat.transfer')
    expect(await taxesOf(customer, '2026-Q1')).to.deep.equal([
      ['303', -8_100],
      ['405', -8_100],
    ])
    expect(await quiet.findings(customer)).to.deep.equal([])
  })

  it('name the account that they wait for, and are looked at once it is there', async () => {
    const customer = await newCustomer()
    await book(INVOICES, invoice(customer, ofDecember('V81')))
    await putChart(customer, '2026-01-01', withoutTax)
    await register(customer, '2026-01-01', RECEIVED)
    expect(await quiet.work('vat.transfer')).to.equal(1)
    const detailsOf = async () => {
      const { status, body } = await quiet.post('/v1/vat-returns/2025-Q4/file', { end_customer_id: customer })
      expect(status).to.equal(409)
      return (body as unknown as { error: { details: { code: string; message: string }[] } }).error.details
    }
    const [detail, ...others] = await detailsOf()
    expect([detail?.code, others]).to.deep.equal(['transfer_not_possible', []])
    expect(detail?.message).to.contain('2200').and.contain('Put a chart')
    await putChart(customer, '2026-01-01', KMU_ACCOUNTS)
    expect(await quiet.work('vat.transfer')).to.equal(1)
    expect(await taxesOf(customer, '2026-Q1')).to.deep.equal([['303', -8_100]])
    // The end customer has neither name nor UID.
    expect((await detailsOf())[0]?.code).to.equal('return_not_in_order')
  })
})
