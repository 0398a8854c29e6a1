import { createHash } from 'node:crypto'
import { expect } from 'chai'
import { schemaErrors } from '../../../accounting/vat/ech-0217/validate.ts'
import { findings, linesOf } from '../../../support/books.ts'
import { get, itemsOf, post, put } from '../../../support/client.ts'
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
import { bookQuarter, newFiler } from './worked-quarter.ts'

const FORMATS = ['application/json', 'text/csv', 'text/html', 'application/xml']

describe('VAT returns that are filed', () => {
  let customer: string
  const path = () => `/v1/vat-returns/2026-Q1?end_customer_id=${customer}` as const
  const file = (period: string, whose = customer) => post(`/v1/vat-returns/${period}/file`, { end_customer_id: whose })
  const answers = () => Promise.all(FORMATS.map(async (type) => (await fetchAs(path(), type)).text()))
  before(async () => {
    customer = await newFiler()
    await bookQuarter(customer)
  })

  it('are previews before, and the file says so', async () => {
    const answer = await fetchAs(path(), 'application/xml')
    expect(answer.headers.get('content-disposition')).to.include('vat-return-2026-Q1-preview.xml')
    expect(await answer.text()).to.match(/businessReferenceId>2026-Q1-preview-\d+</)
    expect((await get(path())).body.filing).to.equal(null)
  })

  it('transfer the tax of all accounts to 2201, and keep the figures, the file and their hashes', async () => {
    const { status, body } = await file('2026-Q1')
    expect(status, JSON.stringify(body)).to.equal(201)
    expect([body.filing_number, body.submission, body.payable_tax, body.added_tax]).to.deep.equal([
      1,
      'first',
      chf(60_104),
      chf(60_104),
    ])
    const entry = (await get(`/v1/journal-entries/${there(body.journal_entry_id)}`)).body
    expect([entry.posting_date, entry.entry_number, entry.source]).to.deep.equal([
      '2026-03-31',
      body.ledger_position.entry_number + 1,
      { type: 'vat_filing', id: body.id },
    ])
    expect(await linesOf(body.journal_entry_id)).to.deep.equal([
      ['1170', 0, 16_200],
      ['1171', 0, 16_200],
      ['1174', 0, 176],
      ['2200', 84_580, 0],
      ['2203', 8_100, 0],
      ['2201', 0, 60_104],
    ])
    const xml = await (await fetchAs(path(), 'application/xml')).text()
    expect(await schemaErrors(xml)).to.deep.equal([])
    expect(xml).to.include('<eCH-0217:businessReferenceId>2026-Q1-1<')
    expect(createHash('sha256').update(xml).digest('hex')).to.equal(body.file_sha256)
    expect((await get(path())).body.filing).to.deep.equal(body)
    expect(await itemsOf('vat-filings', customer)).to.deep.equal([body])
    const events = await itemsOf('events', customer)
    expect(events.at(-1)).to.deep.include({ event_type: 'vat_return.filed', journal_entry_id: body.journal_entry_id })
    expect(await findings(customer)).to.deep.equal([])
  })

  it('answer with the same bytes in every form, whatever comes later', async () => {
    const before = await answers()
    const lines = [debit('6500', 700), credit('1020', 700)]
    await booked(VOUCHERS, voucher(customer, { payload: { lines } }))
    await put(`/v1/end-customers/${customer}`, { name: 'Another name', locale: 'fr' })
    expect(await answers()).to.deep.equal(before)
  })

  it('are filed once, when the period has ended, behind all before it, and with books in order', async () => {
    const codeOf = async (period: string, whose = customer) => {
      const { status, body } = await file(period, whose)
      return [status, (body as unknown as { error: { details: { code: string }[] } }).error.details[0]?.code]
    }
    expect(await codeOf('2026-Q1')).to.deep.equal([409, 'vat_period_filed'])
    expect(await codeOf('2026-Q3')).to.deep.equal([409, 'earlier_vat_period_open'])
    expect(await codeOf('2099-Q1')).to.deep.equal([409, 'vat_period_not_ended'])
    expect(await codeOf('2026-H1')).to.deep.equal([409, 'vat_period_filed'])
    const other = await newFiler({ uid: null })
    expect(await codeOf('2026-Q1', other)).to.deep.equal([409, 'return_not_in_order'])
    const late = await newFiler()
    await bookQuarter(late)
    expect(await codeOf('2026-Q2', late)).to.deep.equal([409, 'earlier_vat_period_open'])
    expect((await file('2026-Q2')).body.payable_tax).to.deep.equal(chf(0))
  })

  it('transfer the tax of every account that has some, 2202 and one without a role too', async () => {
    const other = await newFiler()
    const book = (lines: object[]) => booked(VOUCHERS, voucher(other, { payload: { lines } }))
    await book([
      debit('1020', 1_081),
      credit('3200', 1_000),
      credit('2206', 81, { tax_code: 'V81', tax_base: chf(1_000) }),
    ])
    await book([debit('6500', 50), credit('2202', 50, { tax_code: 'K415' })])
    const { body } = await file('2026-Q1', other)
    expect(body.payable_tax).to.deep.equal(chf(131))
    expect(await linesOf(body.journal_entry_id)).to.deep.equal([
      ['2202', 50, 0],
      ['2206', 81, 0],
      ['2201', 0, 131],
    ])
  })

  it('send the Rappen of the lines to rounding', async () => {
    const other = await newFiler()
    for (let time = 0; time < 3; time++)
      await booked(INVOICES, invoice(other, { payload: { gross_amount: chf(8), tax_lines: [taxLine('V81', 7, 1)] } }))
    const { body } = await file('2026-Q1', other)
    expect(await linesOf(body.journal_entry_id)).to.deep.equal([
      ['2200', 3, 0],
      ['6945', 0, 1],
      ['2201', 0, 2],
    ])
  })

  it('change nothing of the registration of their days', async () => {
    const registration = { method: 'effective', consideration: 'agreed', filing_period: 'month', reason: 'x' }
    const { status, body } = await put('/v1/vat-registrations', {
      end_customer_id: customer,
      valid_from: '2026-04-01',
      ...registration,
    })
    expect([status, body]).to.deep.include(409)
    const later = await put('/v1/vat-registrations', {
      end_customer_id: customer,
      valid_from: '2026-07-01',
      ...registration,
    })
    expect(later.status).to.equal(202)
  })
})
