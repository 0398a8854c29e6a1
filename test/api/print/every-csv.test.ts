import { expect } from 'chai'
import { endpoints } from '../../../api/routes.ts'
import { issueKey } from '../../../shared/store/platform/issue-key.ts'
import { balance, bankEntry, camt053Message } from '../../camt053/messages.ts'
import { eventually } from '../../support/books.ts'
import { post, put, upload } from '../../support/client.ts'
import {
  credit,
  debit,
  EXPENSES,
  expense,
  INVOICES,
  invoice,
  VOUCHERS,
  voucher,
} from '../../support/requests/examples.ts'
import { KMU_ACCOUNTS, newKmuCustomer } from '../../support/requests/kmu-chart.ts'
import { service } from '../../support/service.ts'
import { cellsOf, fetchAs } from '../statements/books-to-show.ts'

const NUMBER = /^-?\d+(\.\d+)?$/
const FORMULA = /(?:^|[;\t\n])[\p{White_Space}\p{Cc}\p{Cf}]*[=+\-@＝＋－＠]/u

/** Texts wherever a request may have one; each begins a formula in another way. */
const NAMES = {
  end_customer: '\t=1',
  account: '\xa0=1;=2',
  supplier: '＝cmd|x',
  customer: '\u200b@SUM(1)',
  partner: '\ufeff-1',
}
const TEXTS = { voucher: ' +1', line: '\n=1', document: '\x0b=1', bank: '−1', activity: '@1' }

const YEAR = 'fiscal_year_id=FY2026&granularity=quarter&comparison=prior_fiscal_year'
const QUERIES: Readonly<Record<string, readonly string[]>> = {
  '/v1/end-customers': [''],
  '/v1/journal-entries': [''],
  '/v1/statements/or-balance-sheet': [YEAR],
  '/v1/statements/or-income-statement': [YEAR],
  '/v1/statements/balance-sheet': [YEAR],
  '/v1/statements/income-statement': [YEAR],
  '/v1/statements/trial-balance': [YEAR],
  '/v1/statements/account-ledger': [
    'fiscal_year_id=FY2026&account_code=1020',
    'fiscal_year_id=FY2026&account_code=2000',
  ],
  '/v1/statements/open-items': ['date=2026-12-31&side=receivables', 'date=2026-12-31&side=payables'],
  '/v1/statements/bank-reconciliation': ['bank_account=1020&date=2026-03-31'],
  '/v1/tax-records': ['tax_code=V81'],
  '/v1/vat-returns/:period': ['locale=de'],
  '/v1/statements/vat-reconciliation': ['fiscal_year_id=FY2026'],
  '/v1/statements/vat-reconciliation/entries': ['fiscal_year_id=FY2026'],
}

/** Codes, days, ids and amounts alone. */
const WITHOUT_TEXTS = ['/v1/tax-records']

describe('no CSV has a formula', () => {
  let customer: string
  let key: string
  before(async () => {
    customer = await newKmuCustomer()
    key = await issueKey(service().home, { client_name: 'a fiduciary', end_customer_ids: [customer] })
    expect((await put(`/v1/end-customers/${customer}`, { name: NAMES.end_customer })).status).to.equal(202)
    const accounts = KMU_ACCOUNTS.map(({ or_row, ...account }) => ({ ...account, account_name: NAMES.account }))
    await put('/v1/accounts', { end_customer_id: customer, valid_from: '2020-01-02', accounts }, { wait: 10 })
    const activities = [{ activity_id: '10001', rate_bp: 620, text: TEXTS.activity }]
    const registration = { method: 'net_tax_rate', consideration: 'agreed', filing_period: 'half_year', activities }
    const registered = { end_customer_id: customer, valid_from: '2027-01-01', ...registration, reason: 'x' }
    expect((await put('/v1/vat-registrations', registered, { wait: 10 })).status).to.equal(202)
    const supplier = { name: NAMES.supplier, supplier_external_reference: NAMES.partner }
    const payload = { supplier, document_number: TEXTS.document, supplier_external_reference: NAMES.partner }
    await post(EXPENSES, expense(customer, { payload }), { wait: 10 })
    const buyer = { name: NAMES.customer, customer_external_reference: NAMES.partner }
    const sold = { customer: buyer, document_number: TEXTS.document, payment_reference: undefined }
    await post(INVOICES, invoice(customer, { payload: sold }), { wait: 10 })
    const lines = [debit('5000', 7_000, { text: TEXTS.line }), credit('1020', 7_000, { text: TEXTS.line })]
    await post(VOUCHERS, voucher(customer, { payload: { text: TEXTS.voucher, lines } }), { wait: 10 })
    const header =
      '<Id>S-1</Id><FrToDt><FrDtTm>2026-03-01T00:00:00</FrDtTm><ToDtTm>2026-03-31T23:59:59</ToDtTm></FrToDt>'
    const bankEntries = bankEntry({ amount: '100.00', date: '2026-03-10', text: TEXTS.bank })
    const balances = balance('OPBD', '0.00').replace('2026-03-31', '2026-03-01') + balance('CLBD', '100.00')
    await upload(customer, camt053Message({ header, balances, bankEntries }), { wait: 20 })
    // Workers bring the end customer into the list.
    const headers = { Authorization: `Bearer ${key}` }
    await eventually(async () =>
      (await (await fetchAs('/v1/end-customers', 'text/csv', headers)).text()).includes(customer),
    )
  })

  it('there are no others', () => {
    const paths = endpoints.flatMap((endpoint) =>
      'formats' in endpoint && 'csv' in (endpoint.formats ?? {}) ? [endpoint.path] : [],
    )
    expect(Object.keys(QUERIES)).to.have.members(paths)
  })

  for (const [path, queries] of Object.entries(QUERIES))
    for (const query of queries)
      it(`${path}?${query}`, async () => {
        // The list of end customers is asked for none: the key sees this one.
        const asked = path === '/v1/end-customers' ? query : `end_customer_id=${customer}&${query}`
        const headers = { Authorization: `Bearer ${key}` }
        const answer = await fetchAs(`${path.replace(':period', '2027-H1')}?${asked}`, 'text/csv', headers)
        expect(answer.status).to.equal(200)
        const cells = cellsOf(await answer.text()).flat()
        for (const cell of cells) if (!NUMBER.test(cell)) expect(cell).to.not.match(FORMULA)
        const hostile = Object.values({ ...NAMES, ...TEXTS }).map((text) => text.slice(0, 3))
        const marked = cells.filter(
          (cell) => cell.startsWith("'") && hostile.some((text) => cell.includes(text.at(-1) ?? '')),
        )
        expect(marked.length > 0, 'texts that are marked').to.equal(!WITHOUT_TEXTS.includes(path))
        expect(
          cells.some((cell) => NUMBER.test(cell)),
          'amounts',
        ).to.equal(true)
      })
})
