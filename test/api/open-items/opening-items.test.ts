import { expect } from 'chai'
import { firstOf, get, itemsOf, post, put } from '../../support/client.ts'
import { chf, credit, debit, VOUCHERS, voucher } from '../../support/requests/examples.ts'
import { there } from '../../support/there.ts'
import { booksToSettle } from '../settlement/books-to-settle.ts'
import { balancesOf, blockedVoucher, bookedVoucher, bookVoucher, openOf } from './items-of-customer.ts'

const opened = (name: string, more: object = {}) => ({ open_item: { new: { partner: { name }, ...more } } })

describe('items that vouchers open', () => {
  const { customer, owed, settle, invoiced } = booksToSettle()

  it('open items of another system are taken over one by one, as opening balances', async () => {
    // A creditor of 540.50 and a debtor of 1'081.00, against the account of the opening balance sheet.
    const tax_lines = [{ tax_code: 'V81', net_amount: chf(100_000), tax_amount: chf(8_100), declared: true }]
    const debtor = { document_number: 'RE-7', document_date: '2025-11-20', due_date: '2025-12-20', tax_lines }
    const creditor = { document_number: 'L-3', document_date: '2025-12-01', payment_reference: 'RF18539007547034' }
    const fact = await bookedVoucher(
      customer(),
      [
        debit('1100', 108_100, opened('Kundin GmbH', debtor)),
        credit('2000', 54_050, opened('Lieferant AG', creditor)),
        credit('9100', 54_050),
      ],
      { entry_type: 'opening' },
      { business_date: '2026-01-01' },
    )
    const { body: entry } = await get(`/v1/journal-entries/${fact.journal_entry_id.id}`)
    expect(entry.tax_summary).to.equal(null)
    const [document] = await itemsOf('documents', customer())
    expect(document).to.deep.include({
      kind: 'receivable',
      is_opening: true,
      customer_name: 'Kundin GmbH',
      document_number: 'RE-7',
      document_date: '2025-11-20',
      due_date: '2025-12-20',
      open_amount: chf(108_100),
      state: 'open',
    })
    expect((await firstOf('supplier-payables', customer())).payment_reference).to.equal('RF18539007547034')
    const { body } = await get(`/v1/statements/trial-balance?end_customer_id=${customer()}&fiscal_year_id=FY2026`)
    const row = there(body.rows.find(({ account_code }) => account_code === '1100'))
    expect([row.opening_balance, row.debit, row.credit, row.closing_balance]).to.deep.equal(
      [108_100, 0, 0, 108_100].map(chf),
    )
    const id = there(document).id
    const pays = { open_item: { document_id: id, purpose: 'payment' } }
    await bookedVoucher(customer(), [debit('1000', 108_100), credit('1100', 108_100, pays)])
    expect(await openOf(customer(), 'documents')).to.deep.equal([[0, 0, 'settled']])
  })

  it('an item needs a partner with a name, and tax lines that belong to it', async () => {
    const taking = (partner: string, tax_code: string, net: number, tax: number, more: object = {}) => {
      const tax_lines = [{ tax_code, net_amount: chf(net), tax_amount: chf(tax) }]
      const item = { open_item: { new: { partner: { name: partner }, tax_lines, ...more } } }
      return [debit('1100', 108_100, item), credit('9100', 108_100)]
    }
    const opening = { entry_type: 'opening' }
    const at = '/payload/lines/0/open_item/new'
    expect(await blockedVoucher(customer(), taking('Alt AG', 'XYZ', 100_000, 8_100), opening)).to.deep.equal([
      `tax_code_unknown ${at}/tax_lines/0/tax_code`,
    ])
    expect(await blockedVoucher(customer(), taking('Alt AG', 'V81', 100_001, 8_100), opening)).to.deep.equal([
      `open_item_mismatch ${at}/tax_lines`,
    ])
    const blank = voucher(customer(), { payload: { ...opening, lines: taking(' ', 'V81', 100_000, 8_100) } })
    const { status, body } = await post(VOUCHERS, blank)
    expect([status, body.error.details[0]?.pointer]).to.deep.equal([422, `${at}/partner/name`])
    const before2024 = taking('Alt AG', 'V77', 100_000, 7_700, { document_date: '2023-12-31' })
    await bookedVoucher(customer(), before2024, opening)
  })

  it('a supplier is paid in advance, and the advance is set off against the invoice', async () => {
    await bookedVoucher(customer(), [
      debit(
        '1192',
        10_000,
        opened('Papeterie Muster AG', { partner: { name: 'Papeterie Muster AG', reference: 'S-1' } }),
      ),
      credit('1020', 10_000),
    ])
    const advance = await firstOf('supplier-payables', customer())
    expect(advance).to.deep.include({ kind: 'supplier_advance', amount: chf(-10_000), open_amount: chf(-10_000) })
    const payable = await owed(10_810)
    const setOff = (supplier_payable_id: string) => ({ open_item: { supplier_payable_id, purpose: 'set_off' } })
    await bookedVoucher(customer(), [
      debit('2000', 10_000, setOff(payable.id)),
      credit('1192', 10_000, setOff(advance.id)),
    ])
    expect(await openOf(customer(), 'supplier-payables')).to.deep.equal([
      [0, 0, 'settled'],
      [810, 810, 'open'],
    ])
    await settle(payable.id, 810)
    expect(await balancesOf(customer(), '1192', '2000')).to.deep.equal([0, 0])
  })

  it('a receivable and a payable of different partners are set off with their consent', async () => {
    const [document, payable] = [await invoiced(5_000), await owed(10_810)]
    const lines = [
      debit('2000', 5_000, { open_item: { supplier_payable_id: payable.id, purpose: 'set_off' } }),
      credit('1100', 5_000, { open_item: { document_id: document.id, purpose: 'set_off' } }),
    ]
    expect(await blockedVoucher(customer(), lines)).to.deep.equal(['set_off_consent_missing /payload/set_off_consent'])
    await bookedVoucher(customer(), lines, { set_off_consent: 'Abtretung vom 1. März 2026' })
    expect(await openOf(customer(), 'documents')).to.deep.equal([[0, 0, 'settled']])
    expect(await openOf(customer(), 'supplier-payables')).to.deep.equal([[5_810, 5_810, 'open']])
  })

  it('the sales of a day are one receivable of a collective partner, paid by card and in cash', async () => {
    // 324.30 with 8.1 % tax: 300.00 and 24.30; 200.00 by card, 124.30 in cash.
    await bookedVoucher(customer(), [
      debit('1100', 32_430, opened('Laufkundschaft 15. März')),
      credit('3200', 30_000),
      credit('2200', 2_430, { tax_code: 'V81', tax_base: chf(30_000) }),
    ])
    const { id } = await firstOf('documents', customer())
    const pays = { open_item: { document_id: id, purpose: 'payment' } }
    await bookedVoucher(customer(), [debit('1030', 20_000), debit('1000', 12_430), credit('1100', 32_430, pays)])
    expect(await openOf(customer(), 'documents')).to.deep.equal([[0, 0, 'settled']])
  })

  it('an account is a control account from the first item on it', async () => {
    const unnamed = [debit('1190', 100, opened('Gemeinde')), credit('1020', 100)]
    expect(await blockedVoucher(customer(), unnamed)).to.deep.equal([
      'open_item_mismatch /payload/lines/0/open_item/new/kind',
    ])
    await bookedVoucher(customer(), [
      debit('1190', 100, opened('Gemeinde', { kind: 'receivable' })),
      credit('1020', 100),
    ])
    const plain = [debit('1190', 700), credit('1020', 700)]
    expect(await blockedVoucher(customer(), plain)).to.deep.equal(['open_item_missing /payload/lines/0'])
    const off = [debit('6500', 100, opened('Gemeinde', { kind: 'receivable' })), credit('1020', 100)]
    expect(await blockedVoucher(customer(), off)).to.deep.equal(['open_item_mismatch /payload/lines/0/account_code'])
  })

  it('an account with lines, and one of money or tax, becomes no control account by an item', async () => {
    const at = (account_code: string) => [
      debit(account_code, 100, opened('Gemeinde', { kind: 'receivable' })),
      credit('3200', 100),
    ]
    for (const account of ['1000', '1020', '1109', '2200'])
      expect(await blockedVoucher(customer(), at(account))).to.include(
        'open_item_mismatch /payload/lines/0/account_code',
      )
    const charges = [debit('6940', 300), credit('1020', 300)]
    await bookedVoucher(customer(), charges)
    await bookedVoucher(customer(), [debit('1191', 700), credit('1020', 700)])
    const blocked = await bookVoucher(customer(), at('1191'))
    expect(blocked.blockers.map(({ code }) => code)).to.deep.equal(['open_item_mismatch'])
    // The role lists the older line; the voucher is then booked by itself.
    const mappings = [{ mapping_key: 'posting.accounts_receivable', account_code: '1191', valid_from: '2026-04-01' }]
    await put('/v1/account-mappings', { end_customer_id: customer(), mappings }, { wait: 20 })
    expect((await get(`/v1/source-facts/${blocked.id}`)).body.state).to.equal('posted')
    await bookedVoucher(customer(), charges)
    const { body } = await get(`/v1/statements/trial-balance?end_customer_id=${customer()}&fiscal_year_id=FY2026`)
    expect(Object.values(body.checks).every(Boolean)).to.equal(true)
  })
})
