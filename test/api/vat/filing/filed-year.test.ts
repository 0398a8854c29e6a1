import { expect } from 'chai'
import { schemaErrors } from '../../../accounting/vat/ech-0217/validate.ts'
import { dropTables, findings, refreshTables } from '../../../support/books.ts'
import { firstOf, get, post, put } from '../../../support/client.ts'
import { openQuietService } from '../../../support/quiet-service.ts'
import { chf, credit, debit, taxLine, VOUCHERS, voucher } from '../../../support/requests/examples.ts'
import { service } from '../../../support/service.ts'
import { filer, NET } from '../changed-method/filer.ts'
import { booked } from '../records.ts'
import { EFFECTIVE } from '../register.ts'

const eur = (amount_minor: number) => ({ amount_minor, currency: 'EUR' })
const inEuro = (tax_code: string, net: number, tax: number) => ({
  currency: 'EUR',
  gross_amount: eur(net + tax),
  tax_lines: [{ tax_code, net_amount: eur(net), tax_amount: eur(tax) }],
})
const SALE = [taxLine('V81', 100_000, 8_100)]
const FORMS = [
  ['application/json', ''],
  ['application/json', '&locale=it'],
  ['text/csv', ''],
  ['text/html', ''],
  ['text/html', '&locale=fr'],
  ['application/xml', ''],
] as const

/** Sales of 1081.00 in francs and in euro at 0.95, and purchases of 540.50 francs and 216.20 euro, on some days of 2025. */
async function booksOf(registration: object, days: readonly string[]) {
  const books = await filer([['2025-01-01', registration]])
  const { customer, invoiced, billed } = books
  const rates = [{ currency: 'EUR', rate: '0.95', rate_date: '2025-01-01' }]
  await put('/v1/exchange-rates', { end_customer_id: customer, rates })
  /** What is paid is the whole of it, in its currency. */
  const paid = async (
    day: string,
    source_fact_id: string,
    side: 'documents' | 'supplier-payables',
    more: object = {},
  ) => {
    const { id, amount } = await firstOf(side, customer, `&source_fact_id=${source_fact_id}`)
    const open_item = {
      purpose: 'payment',
      ...(side === 'documents' ? { document_id: id } : { supplier_payable_id: id }),
    }
    const lines =
      side === 'documents'
        ? [
            { account_code: '1020', debit: amount },
            { account_code: '1100', credit: amount, open_item },
          ]
        : [
            { account_code: '2000', debit: amount, open_item },
            { account_code: '1020', credit: amount },
          ]
    await booked(VOUCHERS, voucher(customer, { business_date: day, ...more, payload: { lines } }))
  }
  for (const day of days) {
    const sales = [await invoiced(day, 108_100, SALE), await invoiced(day, 0, [], inEuro('V81', 100_000, 8_100))]
    const costs = [
      await billed(day, 54_050, [taxLine('M81', 50_000, 4_050)]),
      await billed(day, 0, [], inEuro('I81', 20_000, 1_620)),
    ]
    await invoiced(day, 10_810, [taxLine('V81', 10_000, 810)])
    for (const { id } of sales) await paid(day, id, 'documents')
    for (const { id } of costs) await paid(day, id, 'supplier-payables')
  }
  return { ...books, paid }
}

/** Everything that may move a return that is not filed. */
async function changeEverything(
  { customer, invoiced, change, paid }: Awaited<ReturnType<typeof booksOf>>,
  method: object,
) {
  const end_customer_id = customer
  const said = [{ vat_period: 'current' }, { vat_period: 'correction' }, { vat_period: 'annual_reconciliation' }]
  for (const more of said) {
    const { id, state } = await invoiced('2025-02-11', 108_100, SALE, {}, more)
    expect(state, JSON.stringify(more)).to.equal('posted')
    await paid('2025-02-20', id, 'documents', more)
  }
  const lines = [debit('6500', 700), credit('1020', 700)]
  await booked(VOUCHERS, voucher(customer, { business_date: '2025-02-12', payload: { lines } }))
  const { data } = (await get(`/v1/source-facts?end_customer_id=${customer}&fact_type=journal_voucher&limit=1`)).body
  await post(
    `/v1/source-facts/${data[0]?.id}/reverse` as '/v1/source-facts/{source_fact_id}/reverse',
    {
      end_customer_id,
      reason: 'x',
    } as never,
  )
  await put(`/v1/end-customers/${customer}`, { name: 'Ganz anders AG', uid: 'CHE-109.322.551', locale: 'it' })
  const accounts = [
    { account_code: '2200', account_name: 'Umbenannt', account_type: 'liability' },
    { account_code: '2207', account_name: 'Andere Umsatzsteuer', account_type: 'liability' },
  ]
  await put('/v1/accounts', { end_customer_id, valid_from: '2020-01-01', accounts })
  await put('/v1/account-mappings', {
    end_customer_id,
    mappings: [{ mapping_key: 'posting.output_tax', account_code: '2207', valid_from: '2026-01-01' }],
  } as never)
  await put('/v1/exchange-rates', {
    end_customer_id,
    rates: [{ currency: 'EUR', rate: '0.5', rate_date: '2025-01-01' }],
  })
  expect((await change('2026-01-01', method)).status).to.equal(202)
}

describe('a year of filed VAT returns', () => {
  // 1000.00 + 950.00 + 100.00 at 8.1 % are 166.05, less 40.50 and 15.39; received at 6.2 %: 1081.00 + 1026.95.
  const cases = [
    ['effective, agreed', EFFECTIVE, ['2025-Q1', '2025-Q2', '2025-Q3', '2025-Q4'], 16_605 - 4_050 - 1_539],
    ['net tax rate, received', { ...NET, consideration: 'received' }, ['2025-H1', '2025-H2'], 13_069],
  ] as const
  for (const [name, registration, periods, payable] of cases)
    it(`${name}: answers with the same bytes in every form, whatever is booked, mapped and renamed, and after a restart`, async function () {
      this.timeout(180_000)
      const months = periods.length === 4 ? ['02', '05', '08', '11'] : ['02', '08']
      const books = await booksOf(
        registration,
        months.map((month) => `2025-${month}-10`),
      )
      const { customer } = books
      for (const period of periods) expect(await books.file(period), period).to.deep.include({ status: 201, payable })
      const answersOf = (base_url: string, key: string) =>
        Promise.all(
          periods.flatMap((period) =>
            FORMS.map(async ([Accept, more]) => {
              const path = `${base_url}/v1/vat-returns/${period}?end_customer_id=${customer}${more}`
              const answer = await fetch(path, { headers: { Authorization: `Bearer ${key}`, Accept } })
              expect(answer.status, `${period} ${Accept}`).to.equal(200)
              return answer.text()
            }),
          ),
        )
      const here = () => answersOf(service().base_url, service().key)
      const before = await here()
      for (const xml of before.filter((text) => text.startsWith('<?xml')))
        expect(await schemaErrors(xml)).to.deep.equal([])
      await changeEverything(books, { ...registration, filing_period: periods.length === 4 ? 'month' : 'year' })
      expect(await here()).to.deep.equal(before)
      await refreshTables(customer)
      expect(await here()).to.deep.equal(before)
      await dropTables(customer)
      const restarted = await openQuietService(service().database_url)
      try {
        expect(await answersOf(restarted.base_url, restarted.key)).to.deep.equal(before)
      } finally {
        await restarted.close()
      }
      const { body } = await get(`/v1/vat-returns/${periods[0]}?end_customer_id=${customer}&submission=correction`)
      expect(body.payable_tax).to.not.deep.equal(chf(payable))
      expect(await findings(customer)).to.deep.equal([])
    })
})
