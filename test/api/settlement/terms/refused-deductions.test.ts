import { expect } from 'chai'
import { bankEntry } from '../../../camt053/messages.ts'
import { firstOf, post, put } from '../../../support/client.ts'
import { chf, INVOICES, invoice, taxLine } from '../../../support/requests/examples.ts'
import { KMU_ACCOUNTS, newKmuCustomer } from '../../../support/requests/kmu-chart.ts'
import { there } from '../../../support/there.ts'
import { booksToSettle } from '../books-to-settle.ts'

const of = (type: string, amount: number, more: object = {}) => ({ type, amount: chf(amount), ...more })

describe('deductions that make no sense', () => {
  const { customer, owed, invoiced, list, paid, settle, openOf } = booksToSettle()
  const refusal = ({ status, body }: { status: number; body: object }) => [
    status,
    ...('error' in body ? (body.error as { details: { pointer: string; code: string }[] }).details : []).map(
      ({ pointer, code }) => `${pointer} ${code}`,
    ),
  ]
  const cases: [string, number, object[], string[]][] = [
    ['more than is open', 10_000, [of('discount', 811)], ['/deductions exceeds_open_amount']],
    [
      'an amount beyond what is open',
      10_811,
      [of('rounding', -1), of('discount', 2)],
      ['/amount/amount_minor exceeds_open_amount'],
    ],
    ['nothing', 100, [of('rounding', 0)], ['/deductions/0/amount/amount_minor out_of_range']],
    ['nothing closed', 5, [of('rounding', -5)], ['/amount/amount_minor out_of_range']],
    ['another sign', 100, [of('discount', -50)], ['/deductions/0/amount/amount_minor out_of_range']],
    ['negative charges', 100, [of('bank_charges', -5)], ['/deductions/0/amount/amount_minor out_of_range']],
    [
      'another currency',
      100,
      [{ ...of('discount', 5), amount: { amount_minor: 5, currency: 'EUR' } }],
      ['/deductions/0/amount/currency currency_mismatch'],
    ],
    [
      'an account of a discount',
      100,
      [of('discount', 5, { account_code: '3800' })],
      ['/deductions/0/account_code not_allowed'],
    ],
    ['a code of a discount', 100, [of('discount', 5, { tax_code: 'I81' })], ['/deductions/0/tax_code not_allowed']],
    ['no account', 100, [of('other', 5)], ['/deductions/0/account_code required']],
    [
      'an unknown account',
      100,
      [of('other', 5, { account_code: '7777' })],
      ['/deductions/0/account_code unknown_account'],
    ],
    [
      'a control account',
      100,
      [of('other', 5, { account_code: '1100' })],
      ['/deductions/0/account_code control_account'],
    ],
    [
      'a closing account',
      100,
      [of('other', 5, { account_code: '9100' })],
      ['/deductions/0/account_code account_unfit'],
    ],
    ['a bank account', 100, [of('other', 5, { account_code: '1020' })], ['/deductions/0/account_code account_unfit']],
    ...['2200', '1171', '2201', '1109', '2979'].map((account_code): [string, number, object[], string[]] => [
      `account ${account_code}`,
      100,
      [of('other', 5, { account_code })],
      ['/deductions/0/account_code account_unfit'],
    ]),
    [
      'a code that the document has not',
      100,
      [of('other', 5, { account_code: '6600', tax_code: 'I26' })],
      ['/deductions/0/tax_code tax_code_unfit'],
    ],
  ]

  it('are refused on settlements, each with its pointer, and nothing is stored', async () => {
    const payable = await owed(10_810, { tax_lines: [taxLine('I81', 10_000, 810)] })
    for (const [name, amount, deductions, expected] of cases)
      expect(refusal(await settle(payable.id, amount, { deductions })), name).to.deep.equal([422, ...expected])
    expect(await openOf('supplier-payables', payable.id)).to.equal(10_810)
    await paid(bankEntry({ amount: '108.10', direction: 'DBIT' }))
    const { canonical_entry_hash: evidence_sha256 } = there((await list('camt-053/entries'))[0])
    const charged = { evidence_sha256, deductions: [of('bank_charges', 1)] }
    expect(refusal(await settle(payable.id, 10_810, charged))).to.deep.equal([
      422,
      '/evidence_sha256 evidence_exhausted',
    ])
    const unpaid = { evidence_sha256, deductions: [of('write_off', 10_810)] }
    expect(refusal(await settle(payable.id, 0, unpaid))).to.deep.equal([
      422,
      '/evidence_sha256 evidence_wrong_direction',
    ])
  })

  it('are refused on lines of allocations, each with its pointer, and nothing is stored', async () => {
    const document = await invoiced(10_810, { tax_lines: [taxLine('V81', 10_000, 810)] })
    const cash = { end_customer_id: customer(), account_code: '1000', posting_date: '2026-04-15' }
    for (const [name, amount, deductions, expected] of cases) {
      const lines = [{ document_id: document.id, amount: chf(amount), deductions }]
      const answer = await post('/v1/allocations', { ...cash, lines }, { wait: 10 })
      expect(refusal(answer), name).to.deep.equal([422, ...expected.map((detail) => `/lines/0${detail}`)])
    }
    expect(await openOf('documents', document.id)).to.equal(10_810)
  })

  it('are refused where they are no rounding, more than the money, or far from the rate of the day', async () => {
    const customer = await newKmuCustomer()
    const accounts = KMU_ACCOUNTS.map(({ or_row: _, ...account }) =>
      account.account_code === '1024' ? { ...account, currency: 'EUR' } : account,
    )
    await put('/v1/accounts', { end_customer_id: customer, valid_from: '2021-01-01', accounts })
    const rates = [{ currency: 'EUR', rate: '0.95', rate_date: '2026-01-01' }]
    await put('/v1/exchange-rates', { end_customer_id: customer, rates }, { wait: 10 })
    const documentOf = async (currency: string, minor: number) => {
      const money = { amount_minor: minor, currency }
      const tax_lines = [{ tax_code: 'NONE', net_amount: money, tax_amount: { amount_minor: 0, currency } }]
      const payload = { currency, gross_amount: money, tax_lines }
      const { body } = await post(INVOICES, invoice(customer, { payload }), { wait: 10 })
      expect(body.state, JSON.stringify(body.blockers)).to.equal('posted')
      return (await firstOf('documents', customer, `&source_fact_id=${body.id}`)).id
    }
    const allocated = async (line: object, account_code: string) => {
      const request = { end_customer_id: customer, account_code, posting_date: '2026-04-15', lines: [line] }
      const { status, body } = await post('/v1/allocations', request, { wait: 10 })
      return status === 201 ? body.state : body.error.details.map(({ pointer, code }) => `${pointer} ${code}`)
    }
    const franc = await documentOf('CHF', 108_100)
    const line = (minor: number, ...deductions: object[]) => ({ document_id: franc, amount: chf(minor), deductions })
    const rounding = ['/lines/0/deductions/0/amount/amount_minor out_of_range']
    expect(await allocated(line(58_100, of('rounding', 50_000)), '1000')).to.deep.equal(rounding)
    expect(await allocated(line(158_100, of('rounding', -50_000)), '1000')).to.deep.equal(rounding)
    expect(await allocated(line(108_094, of('rounding', 3), of('rounding', 3)), '1000')).to.deep.equal(rounding)
    expect(await allocated(line(100, of('bank_charges', 108_000)), '1000')).to.deep.equal([
      '/lines/0/deductions out_of_range',
    ])
    const euro = await documentOf('EUR', 10_000)
    const paid = (minor: number) => ({
      document_id: euro,
      amount: { amount_minor: 10_000, currency: 'EUR' },
      paid: chf(minor),
    })
    expect(await allocated(paid(1), '1000')).to.deep.equal(['/lines/0/paid/amount_minor out_of_range'])
    expect(await allocated(paid(10_500), '1000')).to.deep.equal(['/lines/0/paid/amount_minor out_of_range'])
    const own = { document_id: franc, amount: chf(10_000) }
    expect(await allocated(own, '1024')).to.deep.equal(['/account_code currency_mismatch'])
    expect(await allocated(paid(9_300), '1024')).to.deep.equal(['/account_code currency_mismatch'])
    expect(await allocated(paid(9_300), '1000')).to.equal('posted')
  })
})
