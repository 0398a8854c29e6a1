import { expect } from 'chai'
import { bankEntry, transaction } from '../../../camt053/messages.ts'
import { eventually } from '../../../support/books.ts'
import { itemsOf, post, put } from '../../../support/client.ts'
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
import { there } from '../../../support/there.ts'
import { booksToSettle } from '../books-to-settle.ts'

const PARTNER = { name: 'Epsilon AG' }
const mapped = (of: string, account_code: string) => ({
  mapping_key: `posting.${of}.category.advance`,
  account_code,
  valid_from: '2020-01-01',
})
const CREDITOR = `<RltdPties><Cdtr><Pty><Nm>Epsilon AG</Nm></Pty></Cdtr></RltdPties>`

/** Its credit closes the advance, and no money does (`advance_taxed`). So nobody could accept it for money. */
describe('candidates beside a final invoice that takes an advance off', () => {
  const { customer, list, paid, allocate, settle } = booksToSettle()
  beforeEach(async () => {
    const mappings = [mapped('revenue', '2030'), mapped('expense', '1192')]
    await put('/v1/account-mappings', { end_customer_id: customer(), mappings }, { wait: 10 })
  })
  const posted = async (path: string, request: object) => {
    const { body } = await post(path, request, { wait: 10 })
    expect(body.state, JSON.stringify(body.blockers)).to.equal('posted')
    return String(body.id)
  }
  const advance = (lines: object[]) => posted(VOUCHERS, voucher(customer(), { payload: { lines } }))
  const opened = { open_item: { new: { partner: PARTNER } } }
  const ofKind = async (name: 'documents' | 'supplier-payables', fact_id: string, kind: string) =>
    there((await itemsOf(name, customer(), `&source_fact_id=${fact_id}`)).find((item) => item.kind === kind)).id
  const proposed = async (expected: readonly unknown[]) => {
    const now = async () =>
      (await list('settlement-candidates')).map(({ target_document_id, target_supplier_payable_id, ...one }) => [
        target_document_id ?? target_supplier_payable_id,
        one.proposed_amount.amount_minor,
      ])
    await eventually(async () => (await now()).length > 0)
    expect(await now()).to.deep.equal(expected)
  }

  it('are those of the invoice alone, for the payment of its customer, which has its number', async () => {
    await advance([
      debit('1000', 54_050),
      credit('2030', 50_000, opened),
      credit('2200', 4_050, { tax_code: 'V81', tax_base: chf(50_000) }),
    ])
    const tax_lines = [taxLine('V81', 100_000, 8_100), taxLine('V81', -50_000, -4_050, { revenue_category: 'advance' })]
    const payload = { gross_amount: chf(54_050), document_number: 'R-110', customer: PARTNER, tax_lines }
    const final = await posted(INVOICES, invoice(customer(), { payload }))
    const [receivable, taken] = [
      await ofKind('documents', final, 'receivable'),
      await ofKind('documents', final, 'customer_credit'),
    ]
    const details = transaction({ name: 'Epsilon AG', unstructured: 'R-110' })
    const [payment] = await paid(bankEntry({ amount: '540.50', details }))
    const answer = await allocate(there(payment).id, [[taken, 50_000]])
    expect([answer.status, answer.body.error?.details[0]?.code]).to.deep.equal([422, 'advance_taxed'])
    await proposed([[receivable, 54_050]])
  })

  it('are those of the bill alone, for a debit to its supplier', async () => {
    await advance([
      debit('1192', 50_000, opened),
      debit('1171', 4_050, { tax_code: 'I81', tax_base: chf(50_000) }),
      credit('1000', 54_050),
    ])
    const tax_lines = [taxLine('I81', 100_000, 8_100), taxLine('I81', -50_000, -4_050, { expense_category: 'advance' })]
    const payload = { gross_amount: chf(54_050), document_number: 'E-110', supplier: PARTNER, tax_lines }
    const final = await posted(EXPENSES, expense(customer(), { payload }))
    const [payable, taken] = [
      await ofKind('supplier-payables', final, 'payable'),
      await ofKind('supplier-payables', final, 'supplier_advance'),
    ]
    const details = `<TxDtls>${CREDITOR}<RmtInf><Ustrd>E-110</Ustrd></RmtInf></TxDtls>`
    await paid(bankEntry({ amount: '540.50', direction: 'DBIT', details }))
    const evidence_sha256 = there((await list('camt-053/entries'))[0]).canonical_entry_hash
    const answer = await settle(taken, 50_000, { evidence_sha256 })
    expect([answer.status, answer.body.error?.details[0]?.code]).to.deep.equal([422, 'advance_taxed'])
    await proposed([[payable, 54_050]])
  })

  it('set no advance off whose tax is declared: 581.00 of 1’081.00 beside 500.00', async () => {
    await advance([
      debit('1000', 54_050),
      credit('2030', 50_000, opened),
      credit('2200', 4_050, { tax_code: 'V81', tax_base: chf(50_000) }),
    ])
    const tax_lines = [taxLine('V81', 100_000, 8_100)]
    const payload = { gross_amount: chf(108_100), document_number: 'R-111', customer: PARTNER, tax_lines }
    const final = await posted(INVOICES, invoice(customer(), { payload }))
    const receivable = await ofKind('documents', final, 'receivable')
    await paid(bankEntry({ amount: '581.00', details: transaction({ name: 'Epsilon AG', unstructured: 'R-111' }) }))
    await proposed([[receivable, 58_100]])
    expect((await list('settlement-candidates')).map(({ together_with }) => together_with)).to.deep.equal([[]])
  })
})
