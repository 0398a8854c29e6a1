import { expect } from 'chai'
import { bankEntry } from '../../camt053/messages.ts'
import { get, put } from '../../support/client.ts'
import { credit, debit } from '../../support/requests/examples.ts'
import { booksToSettle } from '../settlement/books-to-settle.ts'
import { blockedVoucher, bookedVoucher, openOf, reverse } from './items-of-customer.ts'

/** Lines that were booked before their account was a control account, as after an upgrade or a new mapping. */
describe('lines from before control accounts', () => {
  const { customer } = booksToSettle()
  let journal_entry_id: string
  let fact: string
  beforeEach(async () => {
    const booked = await bookedVoucher(customer(), [credit('1020', 70_000), debit('1101', 70_000)])
    journal_entry_id = booked.journal_entry_id.id ?? ''
    fact = booked.id
    const mappings = [{ mapping_key: 'posting.accounts_receivable', account_code: '1101', valid_from: '2026-04-01' }]
    await put('/v1/account-mappings', { end_customer_id: customer(), mappings }, { wait: 10 })
  })

  const legacy = (line_number: number) => ({
    open_item: { legacy_line: { journal_entry_id, line_number }, purpose: 'transfer' },
  })
  const opens = (name: string) => ({ open_item: { new: { partner: { name } } } })
  const checkNow = async () => {
    const { body } = await get(`/v1/statements/trial-balance?end_customer_id=${customer()}&fiscal_year_id=FY2026`)
    return body.checks
  }

  it('a line is given its items, up to what is left of it', async () => {
    const given = await bookedVoucher(customer(), [
      credit('1101', 70_000, legacy(2)),
      debit('1101', 40_000, opens('Kundin GmbH')),
      debit('1101', 30_000, opens('Andere AG')),
    ])
    expect(await openOf(customer(), 'documents')).to.deep.equal([
      [40_000, 40_000, 'open'],
      [30_000, 30_000, 'open'],
    ])
    // More than the whole line, so that it stays blocked whatever is given back.
    const again = [credit('1101', 70_001, legacy(2)), debit('1101', 70_001, opens('Kundin GmbH'))]
    expect(await blockedVoucher(customer(), again)).to.deep.equal(['open_item_exceeded /payload/lines/0/open_item'])
    expect(Object.values(await checkNow()).every(Boolean)).to.equal(true)
    const refused = await reverse(customer(), `/v1/source-facts/${fact}`)
    expect([refused.status, refused.body.error.message.includes(given.id)]).to.deep.equal([409, true])
    await reverse(customer(), `/v1/source-facts/${given.id}`)
    expect(await openOf(customer(), 'documents')).to.deep.equal([
      [0, 0, 'reversed'],
      [0, 0, 'reversed'],
    ])
    expect((await reverse(customer(), `/v1/source-facts/${fact}`)).body.state).to.equal('reversed')
  })

  it('another line, another account and another side are refused', async () => {
    const open = debit('1101', 100, opens('Kundin GmbH'))
    expect(await blockedVoucher(customer(), [credit('1101', 100, legacy(1)), open])).to.deep.equal([
      'open_item_unknown /payload/lines/0/open_item',
    ])
    expect(await blockedVoucher(customer(), [credit('1100', 100, legacy(2)), open])).to.deep.equal([
      'open_item_mismatch /payload/lines/0/account_code',
    ])
    const wrong = [debit('1101', 100, legacy(2)), credit('1020', 100)]
    expect(await blockedVoucher(customer(), wrong)).to.deep.equal(['open_item_exceeded /payload/lines/0/open_item'])
  })
})

/** The bank account was one of receivables until it got another role: lines of money are lines from before, too. */
describe('lines of allocations and settlements from before control accounts', () => {
  const { customer, invoiced, owed, received, allocate, settle, openOf } = booksToSettle()

  const map = (mapping_key: string, account_code: string, valid_from: string) =>
    put(
      '/v1/account-mappings',
      { end_customer_id: customer(), mappings: [{ mapping_key, account_code, valid_from }] },
      { wait: 10 },
    )
  /** Gives the line of 1190 an item, tries to reverse what booked it, and does so once nothing uses the line. */
  async function expectInUse(path: string, journal_entry_id: string, line_number: number, isDebit: boolean) {
    await map('posting.bank', '1020', '2026-05-01')
    expect((await map('posting.accounts_receivable', '1190', '2026-05-01')).status).to.equal(202)
    const legacy = { open_item: { legacy_line: { journal_entry_id, line_number }, purpose: 'transfer' } }
    const opens = { open_item: { new: { partner: { name: 'Kundin GmbH' } } } }
    const lines = isDebit
      ? [credit('1190', 30_000, legacy), debit('1190', 30_000, opens)]
      : [debit('1190', 30_000, legacy), credit('1190', 30_000, opens)]
    const voucher = await bookedVoucher(customer(), lines)
    const refused = await reverse(customer(), path)
    const { error } = refused.body
    expect([refused.status, error?.details[0]?.code, error?.message.includes(voucher.id)]).to.deep.equal([
      409,
      'in_use',
      true,
    ])
    expect((await reverse(customer(), `/v1/source-facts/${voucher.id}`)).body.state).to.equal('reversed')
    expect((await reverse(customer(), path)).body.state).to.equal('reversed')
  }

  it('an allocation is not reversed while a voucher has used its line', async () => {
    await map('posting.bank', '1190', '2020-01-01')
    const document = await invoiced(70_000)
    const payment = await received(bankEntry({ amount: '700.00' }))
    const { body } = await allocate(payment.id, [[document.id, 70_000]])
    await expectInUse(`/v1/allocations/${body.id}`, body.journal_entry_id ?? '', 1, true)
    expect(await openOf('documents', document.id)).to.equal(70_000)
  })

  it('nor is a settlement', async () => {
    await map('posting.bank', '1190', '2020-01-01')
    const payable = await owed(70_000)
    const { body } = await settle(payable.id, 70_000)
    const path = `/v1/supplier-payables/${payable.id}/settlements/${body.id}`
    await expectInUse(path, body.journal_entry_id ?? '', 2, false)
    expect(await openOf('supplier-payables', payable.id)).to.equal(70_000)
  })
})
