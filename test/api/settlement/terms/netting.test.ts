import { expect } from 'chai'
import { get, post, put } from '../../../support/client.ts'
import { chf, taxLine } from '../../../support/requests/examples.ts'
import { booksToSettle } from '../books-to-settle.ts'
import { movedBy, taxOf } from './balances.ts'

describe('items that are closed without money', () => {
  const { customer, owed, invoiced, settle, openOf } = booksToSettle()
  const net = (lines: object[], more: object = {}) =>
    post('/v1/allocations', { end_customer_id: customer(), posting_date: '2026-04-15', lines, ...more }, { wait: 10 })
  const ofDocument = ({ id }: { id: string }, amount: number, more: object = {}) => ({
    document_id: id,
    amount: chf(amount),
    ...more,
  })
  const ofPayable = ({ id }: { id: string }, amount: number) => ({ supplier_payable_id: id, amount: chf(amount) })
  const refusal = ({ status, body }: Awaited<ReturnType<typeof net>>) => [
    status,
    body.error?.details.map(({ pointer, code }) => `${pointer} ${code}`).join(),
  ]

  it('a credit note of a supplier pays a part of its invoice, and the rest is paid', async () => {
    const invoice = await owed(10_810, { tax_lines: [taxLine('I81', 10_000, 810)] })
    const note = await owed(-5_405, { tax_lines: [taxLine('I81', -5_000, -405)] })
    const { status, body } = await net([ofPayable(invoice, 5_405), ofPayable(note, -5_405)])
    expect([status, body.state, body.payment_id, body.account_code]).to.deep.equal([201, 'posted', null, null])
    expect(body.lines.map((line) => [line.document_id, line.supplier_payable_id])).to.deep.equal([
      [null, invoice.id],
      [null, note.id],
    ])
    expect(await movedBy(body.journal_entry_id)).to.deep.equal({})
    expect(await taxOf(body.journal_entry_id)).to.deep.equal([])
    const { body: rest } = await settle(invoice.id, 5_405)
    expect(await movedBy(rest.journal_entry_id)).to.deep.equal({ 2000: 5_405, 1020: -5_405 })
    expect([await openOf('supplier-payables', invoice.id), await openOf('supplier-payables', note.id)]).to.deep.equal([
      0, 0,
    ])
    const { body: listed } = await get(`/v1/allocations?end_customer_id=${customer()}&supplier_payable_id=${note.id}`)
    expect(listed.data.map(({ id }) => id)).to.deep.equal([body.id])
    const reverse = { end_customer_id: customer(), reason: 'x' }
    const { body: reversed } = await post(`/v1/allocations/${body.id}/reverse`, reverse, { wait: 10 })
    expect([reversed.state, await openOf('supplier-payables', note.id)]).to.deep.equal(['reversed', -5_405])
    const { body: partly } = await get(`/v1/supplier-payables/${invoice.id}`)
    expect(partly.open_amount.amount_minor).to.equal(5_405)
  })

  it('a credit note of a customer pays two invoices, and stands on another account where that has the role', async () => {
    const [first, second] = [await invoiced(6_000), await invoiced(8_000)]
    const mappings = [{ mapping_key: 'posting.accounts_receivable', account_code: '1101', valid_from: '2020-01-01' }]
    await put('/v1/account-mappings', { end_customer_id: customer(), mappings }, { wait: 10 })
    const note = await invoiced(-10_000)
    const lines = [ofDocument(first, 6_000), ofDocument(second, 4_000), ofDocument(note, -10_000)]
    const { body } = await net(lines)
    expect(await movedBy(body.journal_entry_id)).to.deep.equal({ 1100: -10_000, [note.account_code]: 10_000 })
    const { body: entry } = await get(`/v1/journal-entries/${body.journal_entry_id as string}`)
    expect(entry.description).to.equal('Verrechnung Kundin GmbH')
    expect([await openOf('documents', first.id), await openOf('documents', second.id)]).to.deep.equal([0, 4_000])
  })

  it('a bad debt takes its tax along, without any money', async () => {
    const document = await invoiced(108_100, { tax_lines: [taxLine('V81', 100_000, 8_100)] })
    const deductions = [{ type: 'write_off', amount: chf(108_100) }]
    const lines = [ofDocument(document, 0, { deductions })]
    expect(refusal(await net(lines))).to.deep.equal([422, '/reason required'])
    const { body } = await net(lines, { reason: 'certificate of loss' })
    expect([body.reason, (await get(`/v1/allocations/${body.id}`)).body.reason]).to.deep.equal([
      'certificate of loss',
      'certificate of loss',
    ])
    expect(await movedBy(body.journal_entry_id)).to.deep.equal({ 3805: 100_000, 2200: 8_100, 1100: -108_100 })
    expect(await taxOf(body.journal_entry_id)).to.deep.equal(['VS81 235 100000 8100'])
    expect(await openOf('documents', document.id)).to.equal(0)
  })

  it('different partners need a word of consent', async () => {
    const of = (name: string) => ({ customer: { name, customer_external_reference: name } })
    const [invoice, note] = [await invoiced(5_000, of('A')), await invoiced(-5_000, of('B'))]
    const lines = [ofDocument(invoice, 5_000), ofDocument(note, -5_000)]
    expect(refusal(await net(lines))).to.deep.equal([422, '/set_off_consent set_off_consent_missing'])
    expect((await net(lines, { set_off_consent: 'both, by letter' })).body.state).to.equal('posted')
  })

  it('refuses lines that leave money over, name no item or two, or mix customers and suppliers', async () => {
    const [document, payable, note] = [await invoiced(5_000), await owed(5_000), await owed(-5_000)]
    const cases: [object[], object, string][] = [
      [[ofDocument(document, 5_000)], { account_code: '1000', reason: 'lost' }, '/reason not_allowed'],
      [[ofDocument(document, 5_000)], {}, '/payment_id required'],
      [[ofPayable(payable, 5_000), ofPayable(note, -5_000)], { posting_date: undefined }, '/posting_date required'],
      [
        [ofPayable(payable, 5_000), ofPayable(note, -5_000)],
        { account_code: '1000' },
        '/lines/0/supplier_payable_id not_allowed,/lines/1/supplier_payable_id not_allowed',
      ],
      [[{ amount: chf(0) }], {}, '/lines/0/document_id required'],
      [
        [{ ...ofDocument(document, 0), supplier_payable_id: payable.id }],
        {},
        '/lines/0/supplier_payable_id exactly_one',
      ],
      [[ofDocument(document, 5_000), ofPayable(note, -5_000)], {}, '/lines/1/supplier_payable_id not_allowed'],
      [[ofDocument(document, 0)], {}, '/lines/0/amount/amount_minor out_of_range'],
      [
        [ofPayable(payable, 5_001), ofPayable(note, -5_001)],
        {},
        '/lines/0/amount/amount_minor exceeds_open_amount,/lines/1/amount/amount_minor exceeds_open_amount',
      ],
      [
        [
          { ...ofPayable(payable, 5_000), deductions: [{ type: 'bank_charges', amount: chf(5) }] },
          ofPayable(note, -5_000),
        ],
        {},
        '/lines/0/deductions/0/type not_allowed',
      ],
    ]
    for (const [lines, more, expected] of cases)
      expect(refusal(await net(lines, more)), expected).to.deep.equal([422, expected])
    expect([await openOf('supplier-payables', payable.id), await openOf('documents', document.id)]).to.deep.equal([
      5_000, 5_000,
    ])
  })
})
