import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { bankEntry, camt053Message } from '../../../../camt053/messages.ts'
import { eventually, findings, quietly } from '../../../../support/books.ts'
import { get, itemsOf, post, upload } from '../../../../support/client.ts'
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
} from '../../../../support/requests/examples.ts'
import { there } from '../../../../support/there.ts'
import { booked } from '../../records.ts'
import { bookQuarter, newFiler } from '../worked-quarter.ts'

const NAME = 'Eidgenössische Steuerverwaltung ESTV'

describe('filed VAT returns at the bank', () => {
  let customer: string
  beforeEach(async () => {
    customer = await newFiler()
  })
  afterEach(async () => expect(await findings(customer)).to.deep.equal([]))

  const file = async (period: string) => {
    const { status, body } = await post(`/v1/vat-returns/${period}/file`, { end_customer_id: customer })
    expect(status, JSON.stringify(body)).to.equal(201)
    return body
  }
  async function imported(...bankEntries: string[]) {
    const message = camt053Message({ header: `<Id>${randomUUID()}</Id>`, bankEntries: bankEntries.join('') })
    const { body } = await upload(customer, message, { wait: 20 })
    expect(body.state).to.equal('imported')
    return itemsOf('camt-053/entries', customer, `&import_id=${body.id}`)
  }
  const named = (party: 'Cdtr' | 'Dbtr', text = '') =>
    `<TxDtls><RltdPties><${party}><Pty><Nm>${NAME}</Nm></Pty></${party}></RltdPties>
      ${text && `<RmtInf><Ustrd>${text}</Ustrd></RmtInf>`}</TxDtls>`
  const debited = (amount: string, text?: string) =>
    bankEntry({ amount, direction: 'DBIT', date: '2026-05-28', details: named('Cdtr', text) })
  const proposals = () => itemsOf('settlement-candidates', customer, '&target_type=vat_filing')
  const proposed = async () =>
    (await proposals()).map((one) => [one.target_vat_filing_id, one.proposed_amount, one.score, one.reasons])
  const becomes = async (wanted: unknown[]) => {
    await eventually(async () => (await proposals()).length === wanted.length)
    await quietly(customer)
    expect(await proposed()).to.deep.equal(wanted)
  }
  /** What the account with the tax administration owes. */
  const owed = async () => {
    const { body } = await get(`/v1/statements/trial-balance?end_customer_id=${customer}&fiscal_year_id=FY2026`)
    return 0 - there(body.rows.find(({ account_code }) => account_code === '2201')).closing_balance.amount_minor
  }
  const pay = (entry_id: string, amount: number) =>
    booked(
      VOUCHERS,
      voucher(customer, {
        business_date: '2026-05-28',
        payload: { lines: [debit('2201', amount), credit('1020', amount)], bank_entries: [{ entry_id }] },
      }),
    )

  it('a debit of what is owed is proposed, and a voucher with it empties 2201; its reversal proposes it again', async () => {
    await bookQuarter(customer)
    const filing = await file('2026-Q1')
    const [paid] = await imported(debited('601.04', 'MWST 2026-Q1'), debited('601.05'), debited('600.00', '2026-Q1'))
    const proposal = [filing.id, chf(60_104), 85, ['number_in_text', 'amount', 'name']]
    await becomes([proposal])
    const [candidate] = await proposals()
    expect(candidate).to.deep.include({
      entry_id: there(paid).id,
      payment_id: null,
      target_document_id: null,
      target_supplier_payable_id: null,
    })
    expect((await get(`/v1/settlement-candidates/${there(candidate).id}`)).body).to.deep.equal(candidate)
    const refused = await post(`/v1/settlement-candidates/${there(candidate).id}/accept`, { end_customer_id: customer })
    expect([refused.status, JSON.stringify(refused.body)].join(' ')).to.match(
      /^409 .*proposes a filed VAT return\. Send a voucher with the bank entry/,
    )

    const fact = await pay(there(paid).id, 60_104)
    await becomes([])
    expect(await owed()).to.equal(0)
    const { body } = await get(`/v1/camt-053/entries/${there(paid).id}`)
    expect([body.booking_state, body.booked_amount, body.unbooked_amount]).to.deep.equal([
      'booked',
      chf(60_104),
      chf(0),
    ])
    const request = { end_customer_id: customer, reason: 'x' }
    await post(`/v1/source-facts/${fact.id}/reverse`, request, { wait: 10 })
    await becomes([proposal])
  })

  it('the filing of one end customer is proposed for no debit of another', async () => {
    await bookQuarter(customer)
    const filing = await file('2026-Q1')
    const filer = customer
    customer = await newFiler()
    await imported(debited('601.04', 'MWST 2026-Q1'))
    await quietly(customer)
    expect(await proposed()).to.deep.equal([])
    customer = filer
    await imported(debited('601.04'))
    await becomes([[filing.id, chf(60_104), 60, ['amount', 'name']]])
  })

  it('a debit from before the filing is proposed by the filing', async () => {
    await bookQuarter(customer)
    await imported(debited('601.04'))
    await becomes([])
    const filing = await file('2026-Q1')
    await becomes([[filing.id, chf(60_104), 60, ['amount', 'name']]])
  })

  it('an instalment leaves the rest; what is paid closes the oldest return', async () => {
    await bookQuarter(customer)
    const first = await file('2026-Q1')
    const [instalment] = await imported(debited('201.04'))
    await pay(there(instalment).id, 20_104)
    const sale = { gross_amount: chf(10_810), tax_lines: [taxLine('V81', 10_000, 810)] }
    await booked(
      INVOICES,
      invoice(customer, { business_date: '2026-05-10', payload: { ...sale, document_date: '2026-05-10' } }),
    )
    const second = await file('2026-Q2')
    // 601.04 + 8.10 - 201.04
    expect(await owed()).to.equal(40_810)
    const [rest] = await imported(debited('400.00'), debited('8.10', 'MWST 2026-Q2'))
    await becomes([
      [first.id, chf(40_000), 60, ['amount', 'name']],
      [second.id, chf(810), 85, ['number_in_text', 'amount', 'name']],
    ])
    await pay(there(rest).id, 40_000)
    await becomes([[second.id, chf(810), 85, ['number_in_text', 'amount', 'name']]])
  })

  it('one debit for two returns is proposed for none, and one voucher pays both', async () => {
    await bookQuarter(customer)
    const first = await file('2026-Q1')
    const sale = { gross_amount: chf(10_810), tax_lines: [taxLine('V81', 10_000, 810)] }
    await booked(
      INVOICES,
      invoice(customer, { business_date: '2026-05-10', payload: { ...sale, document_date: '2026-05-10' } }),
    )
    const second = await file('2026-Q2')
    // 601.04 and 8.10 in one debit, and a second one that is none of them.
    const [both] = await imported(debited('609.14'), debited('8.10'))
    await becomes([[second.id, chf(810), 60, ['amount', 'name']]])
    expect(first.added_tax).to.deep.equal(chf(60_104))
    const { id: entry_id } = there(both)
    const lines = [debit('2201', 60_104), debit('2201', 810), credit('1020', 60_914)]
    const payload = { lines, bank_entries: [{ entry_id }] }
    await booked(VOUCHERS, voucher(customer, { business_date: '2026-05-28', payload }))
    await becomes([])
    expect(await owed()).to.equal(0)
    const { body } = await get(`/v1/camt-053/entries/${entry_id}`)
    expect([body.booking_state, body.unbooked_amount]).to.deep.equal(['booked', chf(0)])
  })

  it('a refund is proposed for the payment that it is', async () => {
    const purchase = { gross_amount: chf(10_810), tax_lines: [taxLine('M81', 10_000, 810)] }
    await booked(EXPENSES, expense(customer, { payload: purchase }))
    const filing = await file('2026-Q1')
    expect(filing.payable_tax).to.deep.equal(chf(-810))
    const [refund] = await imported(
      bankEntry({ amount: '8.10', date: '2026-05-28', details: named('Dbtr') }),
      debited('8.10'),
    )
    await becomes([[filing.id, chf(810), 60, ['amount', 'name']]])
    const [payment] = await itemsOf('payments', customer)
    expect((await proposals())[0]).to.deep.include({ entry_id: there(refund).id, payment_id: there(payment).id })
    const receipt = { lines: [debit('1020', 810), credit('2201', 810)], bank_entries: [{ entry_id: there(refund).id }] }
    await booked(VOUCHERS, voucher(customer, { business_date: '2026-05-28', payload: receipt }))
    await becomes([])
    expect(await owed()).to.equal(0)
    expect((await get(`/v1/payments/${there(payment).id}`)).body.state).to.equal('booked')
  })
})
