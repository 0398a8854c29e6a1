import { expect } from 'chai'
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
