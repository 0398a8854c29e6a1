import { expect } from 'chai'
import { codesOf, findings } from '../../../support/books.ts'
import { firstOf, post } from '../../../support/client.ts'
import { credit, debit, taxLine, VOUCHERS, voucher } from '../../../support/requests/examples.ts'
import { expectSums, reconciled } from '../reconciliation/reconciled.ts'
import { booked } from '../records.ts'
import { filer } from './filer.ts'

const twoAt = (rate_bp: number) => ({
  method: 'net_tax_rate',
  consideration: 'agreed',
  filing_period: 'half_year',
  activities: [
    { activity_id: '85591', rate_bp, text: 'Beratung', accounts: ['3400'] },
    { activity_id: '47001', rate_bp: 210, text: 'Handel', accounts: ['3200'] },
  ],
})
const [ADVICE, TRADE] = [{ activity_id: '85591' }, { activity_id: '47001' }]

describe('several activities at net tax rates', () => {
  it('are warned of where one has a tenth of the turnover of a return or less', async () => {
    const { invoiced, returnOf, file } = await filer([['2026-01-01', twoAt(620)]])
    const small = async () =>
      (await returnOf('2026-H1')).warnings.map(({ code, count, must_be_accepted, message }) => [
        code,
        count,
        must_be_accepted,
        message.split(': ').at(-1),
      ])
    expect(await small()).to.deep.equal([])
    await invoiced('2026-02-10', 90_000, [taxLine('V81', 83_256, 6_744, ADVICE)])
    await invoiced('2026-02-11', 10_000, [taxLine('V81', 9_251, 749, TRADE)])
    const words = '47001 Handel has CHF 100.00 of CHF 1000.00.'
    expect(await small()).to.deep.equal([['activity_below_threshold', 1, false, words]])
    // Nobody has to accept it: the year decides.
    expect((await file('2026-H1')).status).to.equal(201)
    const other = await filer([['2026-01-01', twoAt(620)]])
    await other.invoiced('2026-02-10', 90_000, [taxLine('V81', 83_256, 6_744, ADVICE)])
    await other.invoiced('2026-02-11', 10_810, [taxLine('V81', 10_000, 810, TRADE)])
    expect((await other.returnOf('2026-H1')).warnings).to.deep.equal([])
  })

  it('are reduced by no more than each of them has of the document', async () => {
    const { customer, invoiced, figures } = await filer([['2026-01-01', twoAt(620)]])
    const sale = await invoiced('2026-02-10', 64_860, [
      taxLine('V81', 50_000, 4_050, ADVICE),
      taxLine('V81', 10_000, 810, TRADE),
    ])
    const { id: document_id } = await firstOf('documents', customer, `&source_fact_id=${sale.id}`)
    const reduce = async (minor: number, activity: object) => {
      const off = credit('1100', minor, { open_item: { document_id, purpose: 'write_off' } })
      const lines = [debit('3805', minor, { tax_code: 'VS81', ...activity }), off]
      const { body } = await post(VOUCHERS, voucher(customer, { payload: { lines } }), { wait: 10 })
      return [body.state, ...codesOf(body), ...body.blockers.map(({ message }) => message.split(' left')[0])]
    }
    const beyond = (wanted: string, left: string) => [
      'blocked',
      'open_item_exceeded',
      `VS81 takes back CHF ${wanted} with its tax of activity 47001, and the documents of the open items that the voucher closes have CHF ${left}`,
    ]
    expect(await reduce(20_000, TRADE)).to.deep.equal(beyond('200.00', '108.10'))
    expect(await reduce(10_000, TRADE)).to.deep.equal(['posted'])
    expect(await reduce(1_000, TRADE)).to.deep.equal(beyond('10.00', '8.10'))
    expect(await reduce(54_050, ADVICE)).to.deep.equal(['posted'])
    expect(await figures('2026-H1')).to.deep.include.members([
      ['235', 64_050, null],
      ['47001 210', 810, 17],
    ])
    expect(await findings(customer)).to.deep.equal([])
  })

  it('take an advance back as it was taxed, whenever it is refunded', async () => {
    const { customer, figures, returnOf } = await filer([
      ['2024-01-01', twoAt(620)],
      ['2025-01-01', twoAt(640)],
    ])
    const partner = { open_item: { new: { partner: { name: 'Kundin GmbH' } } } }
    const received = [debit('1020', 21_620), credit('2030', 21_620, { tax_code: 'V81', ...ADVICE, ...partner })]
    await booked(VOUCHERS, voucher(customer, { business_date: '2024-12-10', payload: { lines: received } }))
    const { id: document_id } = await firstOf('documents', customer)
    const back = debit('2030', 21_620, { tax_code: 'VS81', open_item: { document_id, purpose: 'refund' } })
    const lines = [back, credit('1020', 21_620)]
    await booked(VOUCHERS, voucher(customer, { business_date: '2025-02-05', payload: { lines } }))
    const sale = [debit('1020', 10_810), credit('3400', 10_810, { tax_code: 'V81', ...ADVICE })]
    await booked(VOUCHERS, voucher(customer, { business_date: '2025-03-01', payload: { lines: sale } }))
    // 216.20 at 6.2 % are 13.40; 108.10 at 6.4 % are 6.92.
    expect(await figures('2024-H2')).to.deep.include(['85591 620', 21_620, 1_340])
    expect(await figures('2025-H1')).to.deep.include.members([
      ['235', 21_620, null],
      ['85591 620', -21_620, -1_340],
      ['85591 640', 10_810, 692],
      ['510', null, 648],
    ])
    expect((await returnOf('2025-H1')).tie.is_explained).to.equal(true)
    const year = await reconciled(customer, 'FY2025')
    await expectSums(year)
    expect(await findings(customer)).to.deep.equal([])
  })
})
