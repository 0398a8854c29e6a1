import { expect } from 'chai'
import { schemaErrors } from '../../../accounting/vat/ech-0217/validate.ts'
import { findings, linesOf } from '../../../support/books.ts'
import { get, post } from '../../../support/client.ts'
import { chf } from '../../../support/requests/examples.ts'
import { fetchAs } from '../../statements/books-to-show.ts'
import { newFiler } from '../filing/worked-quarter.ts'
import { booked } from '../records.ts'
import { documentOf, voucherOf } from './book-code.ts'
import { CODE_CASES, codesWithoutCase } from './cases.ts'
import { addedTo, figuresOf, ratesOf } from './figures.ts'

/** Added up by hand from the rows of the cases: base, or base and tax, in Rappen. */
const QUARTER = {
  '200': 2_345_000,
  '205': 1_035_000,
  '220': 71_000,
  '221': 72_000,
  '225': 73_000,
  '230': 74_000,
  '235': 135_000,
  '280': 75_000,
  '289': 500_000,
  '299': 1_845_000,
  '301': [207_000, 16_560],
  '302': [204_000, 15_708],
  '303': [201_000, 16_281],
  '311': [208_000, 5_200],
  '312': [205_000, 5_125],
  '313': [202_000, 5_252],
  '341': [209_000, 7_942],
  '342': [206_000, 7_622],
  '343': [203_000, 7_714],
  '381': [111_000, 5_800],
  '382': [107_000, 5_431],
  '383': [103_000, 5_483],
  '399': 104_118,
  '400': 18_482,
  '405': 38_936,
  '410': 9_100,
  '415': 9_200,
  '420': 9_300,
  '479': 48_018,
  '500': 56_100,
  '900': 81_000,
  '910': 82_000,
  payable: 56_100,
}

describe('a quarter with every tax code, over HTTP', () => {
  it('has a case for each code', () => {
    expect(codesWithoutCase()).to.deep.equal([])
  })

  for (const [name, requestOf] of Object.entries({ documents: documentOf, vouchers: voucherOf }))
    describe(`by ${name}`, () => {
      let customer: string
      const path = () => `/v1/vat-returns/2026-Q1?end_customer_id=${customer}` as const
      const read = async () => (await get(path())).body
      before(async () => {
        customer = await newFiler()
      })

      if (name === 'vouchers')
        it('is booked', async () => {
          await Promise.all(CODE_CASES.map((one) => booked(...requestOf(customer, one))))
        })
      else
        it('adds to each figure what the code is for', async () => {
          let before = figuresOf(await read())
          for (const one of CODE_CASES) {
            await booked(...requestOf(customer, one))
            const after = figuresOf(await read())
            expect(addedTo(before, after), `${one.code} of ${one.on}`).to.deep.equal(one.effective)
            before = after
          }
        })

      it('adds up: 561.00 to be paid, and the tax accounts agree', async () => {
        const { tie, checks, ...body } = await read()
        expect(figuresOf(body)).to.deep.equal(QUARTER)
        expect(checks.filter(({ holds }) => !holds)).to.deep.equal([])
        const steps = tie.steps.map(({ kind, amount }) => [kind, amount.amount_minor])
        expect([steps, tie.is_explained]).to.deep.equal([[['payable_tax', 56_100]], true])
        expect(tie.accounts.map((account) => [account.account_code, account.recorded.amount_minor])).to.deep.equal([
          ['1170', -18_482],
          ['1171', -38_936],
          ['1173', 9_300],
          ['1174', 100],
          ['2200', 87_404],
          ['2203', 16_714],
        ])
      })

      it('is a valid file, which has each rate once', async () => {
        const xml = await (await fetchAs(path(), 'application/xml')).text()
        expect(await schemaErrors(xml)).to.deep.equal([])
        expect(ratesOf(xml, 'suppliesPerTaxRate')).to.deep.equal({
          '8.10': '2010.00',
          '8.00': '2070.00',
          '7.70': '2040.00',
          '2.60': '2020.00',
          '2.50': '4130.00',
          '3.80': '4120.00',
          '3.70': '2060.00',
        })
        expect(ratesOf(xml, 'acquisitionTax')).to.deep.equal({
          '8.10': '510.00',
          '8.00': '550.00',
          '7.70': '530.00',
          '2.60': '520.00',
          '2.50': '1100.00',
        })
        expect(xml).to.include('<eCH-0217:payableTax>561.00<')
      })

      it('is filed, and its tax is transferred', async () => {
        const { status, body } = await post('/v1/vat-returns/2026-Q1/file', { end_customer_id: customer })
        expect(status, JSON.stringify(body)).to.equal(201)
        expect(body.payable_tax).to.deep.equal(chf(56_100))
        expect(await linesOf(body.journal_entry_id)).to.deep.equal([
          ['1170', 0, 18_482],
          ['1171', 0, 38_936],
          ['1173', 9_300, 0],
          ['1174', 100, 0],
          ['2200', 87_404, 0],
          ['2203', 16_714, 0],
          ['2201', 0, 56_100],
        ])
        expect(await findings(customer)).to.deep.equal([])
      })
    })
})
