import { expect } from 'chai'
import { codesOf, findings } from '../../../support/books.ts'
import { itemsOf, post, put } from '../../../support/client.ts'
import { chf, credit, debit, taxLine, VOUCHERS, voucher } from '../../../support/requests/examples.ts'
import { there } from '../../../support/there.ts'
import { movedBy } from '../../settlement/terms/balances.ts'
import { EFFECTIVE } from '../register.ts'
import { filer, NET } from './filer.ts'

const MAPPING = { mapping_key: 'posting.revenue.category.advance', account_code: '2030', valid_from: '2020-01-01' }
const FINAL = [taxLine('V81', 150_000, 12_150), taxLine('V81', -50_000, -4_050, { revenue_category: 'advance' })]

/** Each method books an advance in its own way: net of its tax, or with it. So does the line of a final invoice that takes it off. */
describe('an advance of before a change of method', () => {
  const opened = { open_item: { new: { kind: 'customer_credit', partner: { name: 'Kundin GmbH' } } } } as const
  async function books(before: object, after: object, advance: object[]) {
    const filed = await filer([
      ['2024-01-01', before],
      ['2025-01-01', after],
    ])
    const { customer } = filed
    await put('/v1/account-mappings', { end_customer_id: customer, mappings: [MAPPING] }, { wait: 10 })
    const vouchered = async (day: string, lines: object[]) => {
      const { body } = await post(VOUCHERS, voucher(customer, { business_date: day, payload: { lines } }), { wait: 10 })
      expect([body.state, ...codesOf(body)]).to.deep.equal(['posted'])
      return body
    }
    await vouchered('2024-11-01', advance)
    const credits = async () => (await itemsOf('documents', customer)).filter(({ kind }) => kind === 'customer_credit')
    const received = there((await credits())[0])
    const final = await filed.invoiced('2025-02-01', 108_100, FINAL)
    expect(final.state, JSON.stringify(final.blockers)).to.equal('posted')
    const taken = there((await credits()).find(({ id }) => id !== received.id))
    const used = ({ id }: { id: string }) => ({ open_item: { document_id: id, purpose: 'set_off' } })
    const open = async () => (await credits()).map(({ open_amount }) => open_amount.amount_minor)
    return { ...filed, final, received: used(received), taken: used(taken), vouchered, open }
  }
  const told = (warnings: readonly { code: string; message: string }[] | undefined) =>
    there(there(warnings).find(({ code }) => code === 'advance_of_other_method')).message

  it('effective to net rates: the invoice says which voucher moves the 40.50 from revenue', async () => {
    const given = await books(EFFECTIVE, NET, [
      debit('1000', 54_050),
      credit('2030', 50_000, opened),
      credit('2200', 4_050, { tax_code: 'V81', tax_base: chf(50_000) }),
    ])
    expect(told(given.final.warnings)).to.match(
      /before 2025-01-01 .*debit 2030 CHF 500\.00 .*credit 2030 CHF 540\.50 .*debit .*revenue CHF 40\.50/s,
    )
    const { journal_entry_id, warnings } = await given.vouchered('2025-02-01', [
      debit('2030', 50_000, given.received),
      credit('2030', 54_050, given.taken),
      debit('3400', 4_050),
    ])
    expect(warnings ?? []).to.deep.equal([])
    expect(await given.open()).to.deep.equal([0, 0])
    const entries = [there(given.final.journal_entry_id).id, there(journal_entry_id).id]
    expect(await movedBy(...entries)).to.deep.equal({ 1100: 108_100, 2030: 50_000, 3400: -158_100 })
    // 40.50 of the money, and 1081.00 at 6.2 %.
    expect(await given.figures('2024-Q4')).to.deep.include(['303', 50_000, 4_050])
    expect(await given.figures('2025-H1')).to.deep.include(['85591 620', 108_100, 6_702])
    expect(await findings(given.customer)).to.deep.equal([])
  })

  it('net rates to effective: the other way round', async () => {
    const given = await books(NET, EFFECTIVE, [
      debit('1000', 54_050),
      credit('2030', 54_050, { ...opened, tax_code: 'V81' }),
    ])
    expect(told(given.final.warnings)).to.match(
      /before 2025-01-01 .*debit 2030 CHF 540\.50 .*credit 2030 CHF 500\.00 .*credit .*revenue CHF 40\.50/s,
    )
    const { journal_entry_id, warnings } = await given.vouchered('2025-02-01', [
      debit('2030', 54_050, given.received),
      credit('2030', 50_000, given.taken),
      credit('3400', 4_050),
    ])
    expect(warnings ?? []).to.deep.equal([])
    expect(await given.open()).to.deep.equal([0, 0])
    const entries = [there(given.final.journal_entry_id).id, there(journal_entry_id).id]
    expect(await movedBy(...entries)).to.deep.equal({ 1100: 108_100, 2030: 54_050, 2200: -8_100, 3400: -154_050 })
    expect(await given.figures('2024-H2')).to.deep.include(['85591 620', 54_050, 3_351])
    expect(await given.figures('2025-Q1')).to.deep.include(['303', 100_000, 8_100])
    expect(await findings(given.customer)).to.deep.equal([])
  })

  it('is set off by no allocation, which would leave 40.50 open', async () => {
    const given = await books(EFFECTIVE, NET, [
      debit('1000', 54_050),
      credit('2030', 50_000, opened),
      credit('2200', 4_050, { tax_code: 'V81', tax_base: chf(50_000) }),
    ])
    const [advance, taken] = [given.received, given.taken].map(({ open_item }) => open_item.document_id)
    const lines = [
      { document_id: taken ?? '', amount: chf(50_000) },
      { document_id: advance ?? '', amount: chf(-50_000) },
    ]
    const request = { end_customer_id: given.customer, posting_date: '2025-02-01', lines }
    const { status, body } = await post('/v1/allocations', request, { wait: 10 })
    const details = (body as unknown as { error: { details: { code: string; message: string }[] } }).error.details
    expect([status, ...details.map(({ code }) => code)]).to.deep.equal([422, 'advance_taxed', 'advance_taxed'])
    expect(details[0]?.message).to.include('advance_of_other_method')
    expect(await given.open()).to.have.members([-50_000, 54_050])
  })

  it('is told of no line that names a supply behind the change, and of nobody who has not changed since the first chart', async () => {
    const lines = FINAL.map((line) => ({ ...line, supply_date: '2025-02-01' }))
    for (const [from, before, its] of [
      ['2024-01-01', EFFECTIVE, lines],
      ['0001-01-01', NET, FINAL],
      ['2020-01-01', NET, FINAL],
    ] as const) {
      const { customer, invoiced } = await filer([
        [from, before],
        ['2025-01-01', NET],
      ])
      await put('/v1/account-mappings', { end_customer_id: customer, mappings: [MAPPING] }, { wait: 10 })
      const { warnings } = await invoiced('2025-02-01', 108_100, its)
      expect(there(warnings).map(({ code }) => code)).to.deep.equal(['advance_taken_off'])
    }
  })
})

/** The same of purchases: input tax is deducted by the effective method alone. */
describe('an advance to a supplier of before a change of method', () => {
  const opened = { open_item: { new: { kind: 'supplier_advance', partner: { name: 'Papeterie Muster AG' } } } } as const
  const LINES = [taxLine('I81', 150_000, 12_150), taxLine('I81', -50_000, -4_050, { expense_category: 'advance' })]
  for (const [before, after, paid, standing, taken_off, told, rest, moved] of [
    [
      EFFECTIVE,
      NET,
      [debit('1192', 50_000, opened), debit('1171', 4_050, { tax_code: 'I81', tax_base: chf(50_000) })],
      50_000,
      54_050,
      /credit 1192 CHF 500\.00 .*debit 1192 CHF 540\.50 .*credit .*expense CHF 40\.50/s,
      credit('6500', 4_050),
      { 1192: -50_000, 2000: -108_100, 6500: 158_100 },
    ],
    [
      NET,
      EFFECTIVE,
      [debit('1192', 54_050, opened)],
      54_050,
      50_000,
      /credit 1192 CHF 540\.50 .*debit 1192 CHF 500\.00 .*debit .*expense CHF 40\.50/s,
      debit('6500', 4_050),
      { 1171: 8_100, 1192: -54_050, 2000: -108_100, 6500: 154_050 },
    ],
  ] as const)
    it(`${before.method} to ${after.method}: the voucher of the warning leaves nothing on 1192`, async () => {
      const filed = await filer([
        ['2024-01-01', before],
        ['2025-01-01', after],
      ])
      const { customer } = filed
      const mappings = [{ ...MAPPING, mapping_key: 'posting.expense.category.advance', account_code: '1192' }]
      await put('/v1/account-mappings', { end_customer_id: customer, mappings }, { wait: 10 })
      const vouchered = async (day: string, lines: object[]) => {
        const evidence_links = [{ sha256: 'd'.repeat(64), type: 'receipt' }]
        const request = voucher(customer, { business_date: day, evidence_links, payload: { lines } })
        const { body } = await post(VOUCHERS, request, { wait: 10 })
        expect([body.state, ...codesOf(body)]).to.deep.equal(['posted'])
        return body
      }
      await vouchered('2024-11-01', [...paid, credit('1000', 54_050)])
      const advances = async () =>
        (await itemsOf('supplier-payables', customer)).filter(({ kind }) => kind === 'supplier_advance')
      const advance = there((await advances())[0])
      const final = await filed.billed('2025-02-01', 108_100, LINES)
      expect(final.state, JSON.stringify(final.blockers)).to.equal('posted')
      const warned = there(there(final.warnings).find(({ code }) => code === 'advance_of_other_method'))
      expect(warned.message).to.match(told)
      const taken = there((await advances()).find(({ id }) => id !== advance.id))
      const used = ({ id }: { id: string }) => ({ open_item: { supplier_payable_id: id, purpose: 'set_off' } })
      const { journal_entry_id, warnings } = await vouchered('2025-02-01', [
        credit('1192', standing, used(advance)),
        debit('1192', taken_off, used(taken)),
        rest,
      ])
      expect(warnings ?? []).to.deep.equal([])
      expect((await advances()).map(({ open_amount }) => open_amount.amount_minor)).to.deep.equal([0, 0])
      const entries = [there(final.journal_entry_id).id, there(journal_entry_id).id]
      expect(await movedBy(...entries)).to.deep.equal(moved)
      expect(await findings(customer)).to.deep.equal([])
    })
})
