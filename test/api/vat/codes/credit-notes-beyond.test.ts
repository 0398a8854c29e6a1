import { expect } from 'chai'
import { findings } from '../../../support/books.ts'
import { firstOf, post } from '../../../support/client.ts'
import { chf, credit, debit, taxLine, VOUCHERS, voucher } from '../../../support/requests/examples.ts'
import { filer } from '../changed-method/filer.ts'
import { booked } from '../records.ts'
import { EFFECTIVE, NET_RATE } from '../register.ts'

const BEYOND = 'credit_note_beyond_document'
const OF_TWO_RATES = [taxLine('V81', 100_000, 8_100), taxLine('V26', 100_000, 2_600)]
const OF_ONE_RATE = [taxLine('V81', -194_912, -15_788)]

/** Books of sales and purchases, and what sets a credit note off against what it credits. */
async function books(registration: object = EFFECTIVE) {
  const filed = await filer([['2026-01-01', registration]])
  const { customer: end_customer_id, invoiced, billed } = filed
  const sold = async (...of: Parameters<typeof invoiced>) => {
    const { id, state, blockers } = await invoiced(...of)
    expect(state, JSON.stringify(blockers)).to.equal('posted')
    return (await firstOf('documents', end_customer_id, `&source_fact_id=${id}`)).id
  }
  const bought = async (...of: Parameters<typeof billed>) => {
    const { id } = await billed(...of)
    return (await firstOf('supplier-payables', end_customer_id, `&source_fact_id=${id}`)).id
  }
  const setOff = async (items: readonly (readonly [string, number])[], name = 'document_id', more: object = {}) => {
    const lines = items.map(([id, minor]) => ({ [name]: id, amount: chf(minor) }))
    const request = { end_customer_id, posting_date: '2026-04-15', lines, ...more }
    const { body } = await post('/v1/allocations', request as never, { wait: 10 })
    expect(body.state, JSON.stringify(body)).to.equal('posted')
    return (body.warnings ?? []).map(({ code, pointer, message }) => ({ code, pointer, message }))
  }
  return { ...filed, sold, bought, setOff }
}
type Books = Awaited<ReturnType<typeof books>>

const INVOICED = '2026-02-10'
const CREDITED = '2026-03-20'

/** MWSTG Art. 41: tax is corrected by what was taxed, so at each rate by no more than the document has. */
describe('a credit note that takes back more tax at a rate than its document has', () => {
  const soldAndCredited = async ({ sold }: Books) =>
    [await sold(INVOICED, 210_700, OF_TWO_RATES), await sold(CREDITED, -210_700, OF_ONE_RATE)] as const

  it('is told where both are set off: 157.88 of 107.00', async () => {
    const its = await books()
    const [document, note] = await soldAndCredited(its)
    const told = await its.setOff([
      [document, 210_700],
      [note, -210_700],
    ])
    expect(told).to.deep.equal([
      {
        code: BEYOND,
        pointer: '/lines/1/document_id',
        message:
          'The credit note takes back CHF 157.88 of tax at 8.1 %, and what it is set off against has CHF 81.00 at that rate.',
      },
    ])
    expect(await findings(its.customer)).to.deep.equal([])
  })

  it('is told of a voucher that sets both off', async () => {
    const { customer, ...its } = await books()
    const [document, note] = await soldAndCredited({ customer, ...its })
    const used = (document_id: string) => ({ open_item: { document_id, purpose: 'set_off' } })
    const lines = [debit('1100', 210_700, used(note)), credit('1100', 210_700, used(document))]
    const { warnings } = await booked(
      VOUCHERS,
      voucher(customer, { business_date: '2026-04-15', payload: { text: 'x', lines } }),
    )
    expect(warnings?.map(({ code, pointer }) => [code, pointer])).to.deep.equal([
      [BEYOND, '/payload/lines/0/open_item'],
    ])
  })

  it('is told of suppliers, and at net tax rates of the turnover of an activity', async () => {
    const { bought, setOff } = await books()
    const bill = await bought(INVOICED, 210_700, [taxLine('M81', 100_000, 8_100), taxLine('M26', 100_000, 2_600)])
    const note = await bought(CREDITED, -210_700, [taxLine('M81', -194_912, -15_788)])
    const items = [
      [bill, 210_700],
      [note, -210_700],
    ] as const
    const told = await setOff(items, 'supplier_payable_id')
    expect(told.map(({ code, pointer }) => [code, pointer])).to.deep.equal([[BEYOND, '/lines/1/supplier_payable_id']])
    const activities = [
      { activity_id: '12345', rate_bp: 620, text: 'Beratung' },
      { activity_id: '23456', rate_bp: 210, text: 'Handel' },
    ]
    const net = await books({ ...NET_RATE, activities })
    const of = (activity_id: string, sign: 1 | -1 = 1, times = 1) =>
      taxLine('V81', sign * times * 100_000, sign * times * 8_100, { activity_id })
    const sale = await net.sold(INVOICED, 216_200, [of('12345'), of('23456')])
    const back = await net.sold(CREDITED, -216_200, [of('12345', -1, 2)])
    const ofActivity = await net.setOff([
      [sale, 216_200],
      [back, -216_200],
    ])
    expect(ofActivity.map(({ message }) => message)).to.deep.equal([
      'The credit note takes back CHF 2162.00 of turnover of activity 12345 at 6.2 %, and what it is set off against has CHF 1081.00 at that rate.',
    ])
  })

  it('is not told of one with a line for each rate, of a part of it, nor of one that pays for what came later', async () => {
    const { sold, setOff } = await books()
    const mirrored = OF_TWO_RATES.map(({ tax_code, net_amount, tax_amount }) =>
      taxLine(tax_code, -net_amount.amount_minor, -tax_amount.amount_minor),
    )
    const invoicedOn = (day: string) => sold(day, 210_700, OF_TWO_RATES)
    for (const [document, note, minor] of [
      [await invoicedOn(INVOICED), await sold(CREDITED, -210_700, mirrored), 210_700],
      [await invoicedOn(INVOICED), await sold(CREDITED, -210_700, OF_ONE_RATE), 108_000],
      [await invoicedOn('2026-04-01'), await sold(CREDITED, -210_700, OF_ONE_RATE), 210_700],
    ] as const)
      expect(
        await setOff([
          [document, minor],
          [note, -minor],
        ]),
      ).to.deep.equal([])
  })

  it('is told with what earlier credit notes took back of the same document', async () => {
    const { sold, setOff } = await books()
    const document = await sold(INVOICED, 210_700, OF_TWO_RATES)
    const half = () => sold(CREDITED, -105_350, [taxLine('V81', -97_456, -7_894)])
    const told = []
    for (const note of [await half(), await half()])
      told.push(
        await setOff([
          [document, 105_350],
          [note, -105_350],
        ]),
      )
    expect(told.map((one) => one.map(({ message }) => message))).to.deep.equal([
      [],
      [
        'The credit note takes back CHF 78.94 of tax at 8.1 %, and what it is set off against has CHF 2.06 at that rate.',
      ],
    ])
  })
})
