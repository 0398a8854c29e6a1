import { expect } from 'chai'
import { schemaErrors } from '../../../accounting/vat/ech-0217/validate.ts'
import { findings, linesOf } from '../../../support/books.ts'
import { get, post } from '../../../support/client.ts'
import { fetchAs } from '../../statements/books-to-show.ts'
import { filer, netAt } from '../changed-method/filer.ts'
import { booked } from '../records.ts'
import { documentOf, voucherOf } from './book-code.ts'
import { CODE_CASES, type CodeCase } from './cases.ts'
import { addedTo, figuresOf } from './figures.ts'

/** Examples of net tax rates, each of the days of one law. */
const RATES = [
  ['2011-01-01', netAt(550)],
  ['2018-01-01', netAt(610)],
  ['2024-01-01', netAt(620)],
] as const
const RATE_ON: Readonly<Record<string, number>> = { '2017-12-31': 550, '2023-12-31': 610, '2026-02-01': 620 }

/** Turnover, tax included, of the activity; reductions are in 235. */
const turnover = ({ on, net, tax }: CodeCase) => ({
  '200': net + tax,
  '299': net + tax,
  [`85591 ${RATE_ON[on]}`]: net + tax,
})
const reduction = ({ on, net, tax }: CodeCase) => ({
  '235': -net - tax,
  '289': -net - tax,
  '299': net + tax,
  [`85591 ${RATE_ON[on]}`]: net + tax,
})
const asEffective = ({ effective }: CodeCase) => effective
/** Owed, and not deducted. */
const acquisition = ({ effective }: CodeCase) =>
  Object.fromEntries(Object.entries(effective).filter(([figure]) => figure.startsWith('38')))
/** The tax is cost. */
const nothing = () => ({})

type Added = Readonly<Record<string, number | readonly [number, number]>>
/** What a code adds under the net tax rate method, by the letters that it begins with; null: no document or voucher has it. */
const ADDED: Readonly<Record<string, ((one: CodeCase) => Added) | null>> = {
  V: turnover,
  VO: turnover,
  VS: reduction,
  V0: asEffective,
  Z: asEffective,
  B: acquisition,
  M: nothing,
  I: nothing,
  E: nothing,
  K410: null,
  K415: asEffective,
  K420: null,
  NONE: nothing,
}
const kindOf = ({ code }: CodeCase) => /^(VS|VO|V0|[VZMIBE]|K4\d\d|NONE)/.exec(code)?.[0] ?? code
const isKnown = (one: CodeCase) => ADDED[kindOf(one)] !== undefined
const isDeducted = (one: CodeCase) => /^([MIE]|K410$|K420$)/.test(one.code)

/** Added up by hand; the tax of each rate is that of its whole turnover. */
const HALF_YEAR = {
  '200': 2_438_678,
  '220': 71_000,
  '221': 72_000,
  '225': 73_000,
  '230': 74_000,
  '235': 141_274,
  '280': 75_000,
  '289': 506_274,
  '299': 1_932_404,
  '85591 620': [635_247, 39_385],
  '85591 610': [643_455, 39_251],
  '85591 550': [653_702, 35_954],
  '381': [111_000, 5_800],
  '382': [107_000, 5_431],
  '383': [103_000, 5_483],
  '399': 131_304,
  '415': 9_200,
  '479': -9_200,
  '500': 140_504,
  '900': 81_000,
  '910': 82_000,
  payable: 140_504,
}

describe('a half-year with every tax code at net tax rates, over HTTP', () => {
  let customer: string
  const path = () => `/v1/vat-returns/2026-H1?end_customer_id=${customer}` as const
  const read = async () => (await get(path())).body
  /** Without the tax of activities, which is computed on all of their turnover. */
  const bases = async () => {
    const { '399': _, payable: __, ...figures } = figuresOf(await read())
    return Object.fromEntries(
      Object.entries(figures).map(([name, amounts]) => [
        name,
        name.startsWith('85591') ? [amounts].flat()[0] : amounts,
      ]),
    ) as Record<string, number>
  }
  before(async () => {
    customer = (await filer(RATES)).customer
  })

  it('knows what to do with each code', () => {
    expect(CODE_CASES.filter((one) => !isKnown(one)).map(({ code }) => code)).to.deep.equal([])
  })

  it('adds to each figure what the code is for', async () => {
    let before = await bases()
    for (const one of CODE_CASES) {
      const added = ADDED[kindOf(one)]
      if (!added) continue
      await booked(...documentOf(customer, one))
      const after = await bases()
      const { '399': _, payable: __, ...expected } = added(one) as Record<string, number>
      expect(addedTo(before, after), `${one.code} of ${one.on}`).to.deep.equal(expected)
      before = after
    }
  })

  it('adds up: 1405.04 to be paid, and the tax accounts agree', async () => {
    const { tie, checks, ...body } = await read()
    expect(figuresOf(body)).to.deep.equal(HALF_YEAR)
    expect(checks.filter(({ holds }) => !holds)).to.deep.equal([])
    const steps = tie.steps.map(({ kind, rate_bp, amount }) => [kind, rate_bp, amount.amount_minor])
    expect([steps, tie.is_explained]).to.deep.equal([
      [
        ['payable_tax', null, 140_504],
        ['net_tax_rate', 620, -39_385],
        ['net_tax_rate', 550, -35_954],
        ['net_tax_rate', 610, -39_251],
      ],
      true,
    ])
  })

  it('is a valid file and is filed; the tax at net rates is transferred from 3809', async () => {
    const xml = await (await fetchAs(path(), 'application/xml')).text()
    expect(await schemaErrors(xml)).to.deep.equal([])
    const { status, body } = await post('/v1/vat-returns/2026-H1/file', { end_customer_id: customer })
    expect(status, JSON.stringify(body)).to.equal(201)
    expect(await linesOf(body.journal_entry_id)).to.deep.equal([
      ['1174', 9_200, 0],
      ['2203', 16_714, 0],
      ['3809', 114_590, 0],
      ['2201', 0, 140_504],
    ])
    expect(await findings(customer)).to.deep.equal([])
  })

  it('blocks vouchers with what nobody deducts, with a sentence', async () => {
    const other = (await filer(RATES)).customer
    for (const one of CODE_CASES.filter(isDeducted)) {
      const [endpoint, request] = voucherOf(other, one)
      const { body } = await post(endpoint, request, { wait: 10 })
      const found = body.blockers.map(({ code, message, remedy }) => [code, message, remedy !== ''])
      const article =
        one.code === 'K410'
          ? 'MWSTG Art. 37 Abs. 1; at a change of method the relief belongs to the first return of the effective method'
          : 'MWSTG Art. 37 Abs. 1'
      const day = /^[EK]/.test(one.code) ? '2026-03-15' : one.on
      const message = `On ${day} the end customer reports by the net tax rate method, so a voucher cannot use ${one.code} (${article}).`
      expect(found, one.code).to.deep.equal([['tax_code_not_registered', message, true]])
    }
  })
})
