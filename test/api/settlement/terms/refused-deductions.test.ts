import { expect } from 'chai'
import { bankEntry } from '../../../camt053/messages.ts'
import { post } from '../../../support/client.ts'
import { chf, taxLine } from '../../../support/requests/examples.ts'
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
    ['nothing closed', 100, [of('rounding', -100)], ['/amount/amount_minor out_of_range']],
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
})
