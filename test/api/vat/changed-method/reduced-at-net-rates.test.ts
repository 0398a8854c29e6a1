import { expect } from 'chai'
import { findings, refreshTables } from '../../../support/books.ts'
import { firstOf, post } from '../../../support/client.ts'
import { credit, debit, taxLine, VOUCHERS, voucher } from '../../../support/requests/examples.ts'
import { EFFECTIVE } from '../register.ts'
import { filer, NET, netAt } from './filer.ts'

const RETAIL = { activity_id: '47001', rate_bp: 130, text: 'Handel', accounts: ['3200', '3805'] }
const TWO = { ...NET, activities: [...NET.activities, RETAIL] }

/** A voucher takes turnover back as an allocation does: of the activity and at the rate of the document of the item. */
describe('reductions by voucher at net tax rates', () => {
  type Registrations = Parameters<typeof filer>[0]
  async function books(registrations: Registrations) {
    const { customer, change, invoiced, ...rest } = await filer(registrations)
    const sold = async (day: string, minor: number, lines: object[]) => {
      const { id, state, blockers } = await invoiced(day, minor, lines)
      expect(state, JSON.stringify(blockers)).to.equal('posted')
      return (await firstOf('documents', customer, `&source_fact_id=${id}`)).id
    }
    const send = async (lines: object[]) => {
      const fields = { business_date: '2026-03-01', payload: { lines } }
      const { body } = await post(VOUCHERS, voucher(customer, fields), { wait: 10 })
      const blockers = body.blockers.map(({ code, pointer, message }) => `${code} ${pointer} ${message}`)
      return { state: body.state, blockers, warnings: (body.warnings ?? []).map(({ message }) => message) }
    }
    return { customer, change, invoiced, sold, send, ...rest }
  }
  const reduced = (minor: number, more: object = {}) => debit('3805', minor, { tax_code: 'VS81', ...more })
  const closed = (document_id: string, minor: number, purpose = 'write_off') =>
    credit('1100', minor, { open_item: { document_id, purpose } })
  const SALE = [taxLine('V81', 100_000, 8_100)]
  const POSTED = { state: 'posted', blockers: [], warnings: [] as string[] }

  it('have the rate of the supply: 1081.00 of 2025 written off in 2026 are 67.02 at 6.2 %, not 73.51 at 6.8 %', async () => {
    const { customer, sold, send, figures } = await books([
      ['2025-01-01', NET],
      ['2026-01-01', netAt(680)],
    ])
    const id = await sold('2025-12-01', 108_100, SALE)
    expect(await send([reduced(108_100), closed(id, 108_100)])).to.deep.equal(POSTED)
    const expected = [
      ['235', 108_100, null],
      ['289', 108_100, null],
      ['299', -108_100, null],
      ['85591 620', -108_100, -6_702],
      ['399', null, -6_702],
      ['510', null, 6_702],
    ]
    expect(await figures('2026-H1')).to.deep.equal(expected)
    await refreshTables(customer)
    expect(await figures('2026-H1')).to.deep.equal(expected)
    expect(await findings(customer)).to.deep.equal([])
  })

  it('have the activity of the sale, whatever the account of the loss is: nothing is payable', async () => {
    const { customer, sold, send, figures } = await books([['2026-01-01', TWO]])
    const id = await sold('2026-02-01', 108_100, SALE)
    const lines = (more: object) => [reduced(54_050, more), closed(id, 54_050)]
    const { state, blockers } = await send(lines({ activity_id: '47001' }))
    expect(state).to.equal('blocked')
    expect(blockers).to.deep.equal([
      'open_item_mismatch /payload/lines/0/activity_id VS81 reduces turnover that was taxed with activity 85591 at 6.2 %, and this line would take it back with activity 47001 at 1.3 %: a reduction follows the activity and the rate of its document. Send the line without activity_id and supply_date.',
    ])
    expect(await send(lines({}))).to.deep.equal(POSTED)
    expect(await send(lines({ activity_id: '85591' }))).to.deep.equal(POSTED)
    expect(
      (await figures('2026-H1')).filter(([figure]) => String(figure).includes(' ') || figure === '500'),
    ).to.deep.equal([])
    const other = await sold('2026-02-01', 10_810, [taxLine('V81', 10_000, 810)])
    expect(await send([debit('3805', 10_810), closed(other, 10_810)])).to.deep.equal({
      ...POSTED,
      warnings: [
        'The document of the open item has tax, and nothing takes back that of what is written off: CHF 108.10 with VS81 on the line of the loss.',
      ],
    })
    expect(await findings(customer)).to.deep.equal([])
  })

  it('name the activity or the day where documents differ, and refuse a day at another rate', async () => {
    const { customer, sold, send, figures } = await books([
      ['2025-01-01', { ...TWO, activities: NET.activities }],
      ['2026-01-01', { ...TWO, activities: [{ ...NET.activities[0], rate_bp: 680 }, RETAIL] }],
    ])
    const before = await sold('2025-12-01', 108_100, SALE)
    const since = await sold('2026-02-01', 10_810, [taxLine('V81', 10_000, 810)])
    const both = [closed(before, 108_100), closed(since, 10_810)]
    const together = await send([reduced(118_910), ...both])
    expect(together.blockers.map((text) => text.split(' ').slice(0, 2).join(' '))).to.deep.equal([
      'open_item_mismatch /payload/lines/0/activity_id',
    ])
    const other = await send([
      reduced(108_100, { activity_id: '85591', supply_date: '2026-02-01' }),
      closed(before, 108_100),
    ])
    expect(other.blockers[0]).to.match(
      /^open_item_mismatch .lines.0.supply_date|^open_item_mismatch \/payload\/lines\/0/,
    )
    const named = [
      reduced(108_100, { activity_id: '85591', supply_date: '2025-12-01' }),
      reduced(10_810, { activity_id: '85591', supply_date: '2026-02-01' }),
    ]
    expect(await send([...named, ...both])).to.deep.equal(POSTED)
    expect((await figures('2026-H1')).filter(([figure]) => String(figure).includes(' '))).to.deep.equal([
      ['85591 620', -108_100, -6_702],
    ])
    expect(await findings(customer)).to.deep.equal([])
  })

  it('take nothing at a net rate of what was taxed by the effective method', async () => {
    const { sold, send } = await books([
      ['2025-01-01', EFFECTIVE],
      ['2026-01-01', NET],
    ])
    const id = await sold('2025-12-01', 108_100, SALE)
    const { blockers } = await send([reduced(108_100), closed(id, 108_100)])
    expect(blockers).to.have.length(1)
    expect(blockers[0]).to.match(/^open_item_mismatch .* taxed by the effective method, .* with the supply_date/)
  })
})
