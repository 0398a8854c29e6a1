import { expect } from 'chai'
import { firstOf } from '../../../support/client.ts'
import { credit, debit, taxLine } from '../../../support/requests/examples.ts'
import { booksOfChange } from '../consideration/books-of-change.ts'
import { EFFECTIVE, NET_RATE, register } from '../register.ts'
import { booksOfReceived } from './books-of-received.ts'

const RECEIVED = { ...EFFECTIVE, consideration: 'received' }
const APRIL = { business_date: '2026-04-20' }
const OPENING = [{ business_date: '2026-01-01' }, { entry_type: 'opening' }] as const
const notDeclared = (code: string, net: number, tax: number) => ({ ...taxLine(code, net, tax), declared: false })
const taking = (tax_lines: object[]) => ({
  open_item: { new: { partner: { name: 'Kundin GmbH' }, document_date: '2025-11-20', tax_lines } },
})

describe('tax of items that are taken over at a net tax rate', () => {
  const registration = {
    method: 'net_tax_rate',
    consideration: 'received',
    filing_period: 'half_year',
    activities: [
      { activity_id: '12345', rate_bp: 620, text: 'Beratung' },
      { activity_id: '23456', rate_bp: 130, text: 'Handel' },
    ],
  }
  const { customer, booked, recordsOf, figures } = booksOfReceived(registration)

  it('is that of the activity, tax included', async () => {
    const line = { ...taxLine('V81', 100_000, 8_100), declared: false }
    const lines = (tax_line: object) => [debit('1100', 108_100, taking([tax_line])), credit('9100', 108_100)]
    const without = await booked(lines(line), ...OPENING)
    expect(without.blockers.map(({ message }) => message)).to.deep.equal([
      'Name the activity_id of each tax line: the net tax rate of the activity taxes what is paid.',
    ])
    const fact = await booked(lines({ ...line, activity_id: '12345' }), ...OPENING)
    expect(fact.state, JSON.stringify(fact.blockers)).to.equal('posted')
    const { id } = await firstOf('documents', customer())
    const take = credit('1100', 54_050, { open_item: { document_id: id, purpose: 'payment' } })
    expect((await booked([debit('1000', 54_050), take], APRIL)).state).to.equal('posted')
    expect(await recordsOf()).to.deep.equal([
      ['V81', 'taken_over', 108_100, 0],
      ['V81', 'declared', 54_050, 0],
    ])
    // 540.50 at 6.2 % is 33.51.
    expect((await figures('2026-H1')).lines).to.deep.include([null, 54_050, 3_351])
  })
})

describe('tax of items that are taken over under agreed consideration', () => {
  const { booked } = booksOfReceived({ method: 'effective', consideration: 'agreed', filing_period: 'quarter' })

  it('has to be declared already', async () => {
    const lines = [debit('1100', 108_100, taking([notDeclared('V81', 100_000, 8_100)])), credit('9100', 108_100)]
    const fact = await booked(lines, ...OPENING)
    expect(fact.blockers.map(({ code }) => code)).to.deep.equal(['open_item_mismatch'])
    expect(fact.blockers[0]?.message).to.include('On 2026-01-01 tax is due with the invoice')
  })
})

describe('tax of items that are taken over', () => {
  const { booked } = booksOfReceived()

  const refused: Record<string, [object[], string, '2000'?]> = {
    'tax of which a part is declared': [
      [notDeclared('V81', 50_000, 4_050), taxLine('V26', 10_000, 260)],
      'Some of the tax is declared already and some is not: open an item for each part.',
    ],
    'acquisition tax': [
      [notDeclared('B81', 50_000, 4_050)],
      'B81 is not declared by payments of an item that is taken over: leave the tax line out, and book the tax with a voucher when it is due.',
      '2000',
    ],
    'tax with the other sign': [
      [notDeclared('V81', -50_000, -4_050)],
      'The tax lines have the sign of the item: those of a credit note are negative.',
    ],
  }
  for (const [what, [tax_lines, message, payable]] of Object.entries(refused))
    it(`is refused: ${what}`, async () => {
      const lines = payable
        ? [credit(payable, 108_100, taking(tax_lines)), debit('9100', 108_100)]
        : [debit('1100', 108_100, taking(tax_lines)), credit('9100', 108_100)]
      const fact = await booked(lines, ...OPENING)
      expect(fact.blockers.map((one) => [one.code, one.message, one.pointer])).to.deep.equal([
        ['open_item_mismatch', message, '/payload/lines/0/open_item/new/tax_lines'],
      ])
    })
})

describe('tax of items that are taken over before a change to agreed consideration', () => {
  const { customer, booked, change, pay, recordsOf, figures } = booksOfChange(RECEIVED, EFFECTIVE)

  it('is transferred: the first return has all of it that is not paid, and payments declare nothing more', async () => {
    const lines = [debit('1100', 108_100, taking([notDeclared('V81', 100_000, 8_100)])), credit('9100', 108_100)]
    const fact = await booked(lines, { business_date: '2025-12-01' }, { entry_type: 'opening' })
    expect(fact.state, JSON.stringify(fact.blockers)).to.equal('posted')
    const { id } = await firstOf('documents', customer())
    await pay(id, 54_050, { posting_date: '2025-12-20' })
    await change()
    await pay(id, 54_050, { posting_date: '2026-04-20' })
    expect(await recordsOf()).to.deep.equal([
      ['V81', 'taken_over', 100_000, 8_100],
      ['V81', 'declared', 50_000, 4_050],
      ['V81', 'declared', 50_000, 4_050],
    ])
    expect((await figures('2026-Q1')).lines).to.deep.include(['303', 50_000, 4_050])
    expect((await figures('2026-Q2')).lines).to.deep.equal([])
  })

  it('holds off a change of method while the item is open, and one of its document’s day', async () => {
    const lines = [debit('1100', 108_100, taking([notDeclared('V81', 100_000, 8_100)])), credit('9100', 108_100)]
    await booked(lines, { business_date: '2025-12-01' }, { entry_type: 'opening' })
    const codeOf = async (valid_from: string) => {
      const { status, body } = await register(customer(), valid_from, { ...NET_RATE, consideration: 'received' })
      return [status, body.error?.details[0]?.code]
    }
    expect(await codeOf('2026-01-01')).to.deep.equal([409, 'taxed_items_open'])
    expect(await codeOf('2025-01-01')).to.deep.equal([409, 'tax_posted'])
  })
})
