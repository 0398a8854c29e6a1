import { expect } from 'chai'
import fc from 'fast-check'
import { refreshTables } from '../../../support/books.ts'
import { get, post } from '../../../support/client.ts'
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
import { booked } from '../records.ts'
import { NET_RATE, register } from '../register.ts'
import { newFiler } from './worked-quarter.ts'

type Book = { code: string; net: number; vat_period: 'current' | 'correction' | 'annual_reconciliation' }
const books = fc.array(
  fc.record({
    code: fc.constantFrom('V81', 'V26', 'VS81', 'V0X', 'M81', 'I81', 'B81', 'K410', 'K415'),
    net: fc.integer({ min: 100, max: 90_000 }),
    vat_period: fc.constantFrom('current', 'correction', 'annual_reconciliation'),
  }),
  { minLength: 9, maxLength: 12 },
)
const RATES: Record<string, number> = { V81: 81, V26: 26, VS81: 81, M81: 81, I81: 81 }
const SALES = ['V81', 'V26', 'VS81', 'V0X']
const PATH = '/v1/vat-returns/2025-Q4' as const

describe('the records of a filed return', () => {
  it('are those of its filing, page by page, whatever is booked later', async () => {
    const [first = [], later = []] = fc.sample(books, { seed: 17, numRuns: 2 })
    const customer = await newFiler()
    for (const one of first) await book(customer, one)
    await file(customer, '2025-Q4', 'first')
    const before = await recordsOf(`${PATH}?end_customer_id=${customer}&filing_number=1`)
    for (const one of later) await book(customer, one)
    const [correction, annual] = [
      await file(customer, '2025-Q4', 'correction'),
      await file(customer, '2025', 'annual_reconciliation'),
    ]
    for (const one of first.slice(0, 6)) await book(customer, { ...one, vat_period: 'correction' })
    for (const one of first) await book(customer, { ...one, vat_period: 'annual_reconciliation' })
    await file(customer, '2025', 'annual_reconciliation')
    for (const isFolded of [false, true]) {
      if (isFolded) await refreshTables(customer)
      expect(await recordsOf(`${PATH}?end_customer_id=${customer}&filing_number=1`)).to.deep.equal(before)
      for (const url of [correction.vat_return, annual.vat_return]) expect(await recordsOf(url)).not.to.be.empty
      await recordsOf(`${PATH}?end_customer_id=${customer}&submission=correction`)
      await recordsOf(`/v1/vat-returns/2025?end_customer_id=${customer}&submission=annual_reconciliation`)
      await recordsOf(`/v1/vat-returns/2026-Q1?end_customer_id=${customer}`)
    }
  }).timeout(360_000)

  it('are those of their activity under the net tax rate method', async () => {
    const customer = await newFiler()
    const [activity] = NET_RATE.activities
    const second = { ...activity, activity_id: '54321', rate_bp: 130, text: 'Handel' }
    await register(customer, '0001-01-01', { ...NET_RATE, activities: [activity, second] })
    for (const [activity_id, net] of [
      ['12345', 10_000],
      ['54321', 20_000],
    ] as const) {
      const tax = (net * 81) / 1_000
      const lines = [taxLine('V81', net, tax, { activity_id })]
      await booked(INVOICES, invoice(customer, { payload: { gross_amount: chf(net + tax), tax_lines: lines } }))
    }
    const found = await recordsOf(`/v1/vat-returns/2026-H1?end_customer_id=${customer}`)
    expect(found.filter(([figure]) => figure === '12345' || figure === '54321').map(([, its]) => its)).to.have.length(2)
  })
})

/** The records of every line that has any, which add up to it. */
async function recordsOf(url: string): Promise<[string, string[]][]> {
  const { status, body } = await get(url as typeof PATH)
  expect(status, JSON.stringify(body)).to.equal(200)
  const found: [string, string[]][] = []
  for (const line of body.lines) {
    const its = (await Promise.all(line.records.map(pagesOf))).flat()
    const name = line.figure ?? line.activity_id ?? ''
    if (its.length === 0) {
      const amounts = [line.base_amount, line.tax_amount].map((amount) => amount?.amount_minor ?? 0)
      if (line.kind === 'line') expect(amounts, `${url} ${name}`).to.deep.equal([0, 0])
      continue
    }
    const isRate = line.rate_bp !== null
    const signed = its.map(({ direction, base_amount, tax_amount }) => {
      const sign = isRate && direction === 'output_reduction' ? -1 : 1
      return { base: sign * base_amount.amount_minor, tax: sign * tax_amount.amount_minor }
    })
    const sum = (field: 'base' | 'tax') => signed.reduce((total, one) => total + one[field], 0)
    if (line.base_amount) expect(sum('base'), `${url} ${name}`).to.equal(line.base_amount.amount_minor)
    if (line.booked_tax_amount) expect(sum('tax'), `${url} ${name}`).to.equal(line.booked_tax_amount.amount_minor)
    else if (line.tax_amount) expect(sum('tax'), `${url} ${name}`).to.equal(line.tax_amount.amount_minor)
    found.push([name, its.map(({ id }) => id)])
  }
  return found
}

async function pagesOf(url: string) {
  type Page = Awaited<ReturnType<typeof get<'/v1/tax-records'>>>['body']
  const found: Page['data'] = []
  for (let after = ''; ; after = `&starting_after=${found.at(-1)?.id}`) {
    const { status, body } = await get(`${url}&limit=2${after}` as '/v1/tax-records')
    expect(status, JSON.stringify(body)).to.equal(200)
    found.push(...body.data)
    expect(new Set(found.map(({ id }) => id)).size, url).to.equal(found.length)
    if (!body.has_more) return found
  }
}

async function book(customer: string, { code, net, vat_period }: Book): Promise<void> {
  const day = `2025-${net % 2 === 0 ? '11' : '12'}-${10 + (net % 15)}`
  const tax = Math.floor((net * (RATES[code] ?? 0) * 2 + 1000) / 2000)
  const fields = { business_date: day, vat_period }
  if (code.startsWith('K')) {
    const [from, to] = code === 'K410' ? ['1174', '6500'] : ['6500', '1174']
    const of = (account: string) => (account === '1174' ? { tax_code: code } : {})
    const lines = [debit(from, net, of(from)), credit(to, net, of(to))]
    await booked(VOUCHERS, voucher(customer, { ...fields, payload: { lines } }))
    return
  }
  const sign = code === 'VS81' ? -1 : 1
  const payload = {
    document_date: day,
    gross_amount: chf(sign * (net + tax)),
    tax_lines: [taxLine(code, sign * net, sign * tax)],
  }
  if (SALES.includes(code)) await booked(INVOICES, invoice(customer, { ...fields, payload }))
  else await booked(EXPENSES, expense(customer, { ...fields, payload }))
}

async function file(end_customer_id: string, period: string, submission: string) {
  const path = `/v1/vat-returns/${period}/file` as '/v1/vat-returns/{period}/file'
  const { status, body } = await post(path, { end_customer_id, submission })
  expect(status, JSON.stringify(body)).to.equal(201)
  return body
}
