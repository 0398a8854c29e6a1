import { expect } from 'chai'
import { dueDateOf, readBillingInformation } from '../../../shared/accounting/qr-bills/billing-information.ts'

/** The examples of the standard, and what goes wrong in practice. */
const CASES: readonly (readonly [text: string, said: object])[] = [
  [
    '//S1/10/10201409/11/190512/20/1400.000-53/30/106017086/31/180508/32/7.7/40/2:10;0:30',
    {
      document_number: '10201409',
      document_date: '2019-05-12',
      uid: '106017086',
      supply: { from: '2018-05-08', to: '2018-05-08' },
      rates: [{ rate_bp: 770n, net_minor: null }],
      import_taxes: [],
      terms: [
        { days: 10, discount_bp: 200n },
        { days: 30, discount_bp: 0n },
      ],
      unread: [],
    },
  ],
  [
    '//S1/10/10104/11/180228/30/395856455/31/180226180227/32/3.7:400.19;7.7:553.39;0:14/40/0:30',
    {
      document_number: '10104',
      document_date: '2018-02-28',
      uid: '395856455',
      supply: { from: '2018-02-26', to: '2018-02-27' },
      rates: [
        { rate_bp: 370n, net_minor: 40_019n },
        { rate_bp: 770n, net_minor: 55_339n },
        { rate_bp: 0n, net_minor: 1_400n },
      ],
      import_taxes: [],
      terms: [{ days: 30, discount_bp: 0n }],
      unread: [],
    },
  ],
  [
    String.raw`//S1/10/X.66711\/8824/11/200712/20/MW-2020-04/30/107978798/32/2.5:117.22/40/3:5;1.5:20;1:40;0:60`,
    {
      document_number: 'X.66711/8824',
      document_date: '2020-07-12',
      uid: '107978798',
      supply: null,
      rates: [{ rate_bp: 250n, net_minor: 11_722n }],
      import_taxes: [],
      terms: [
        { days: 5, discount_bp: 300n },
        { days: 20, discount_bp: 150n },
        { days: 40, discount_bp: 100n },
        { days: 60, discount_bp: 0n },
      ],
      unread: [],
    },
  ],
  [
    '//S1/33/7.7:48.37;2.5:12.4',
    {
      ...nothing(),
      import_taxes: [
        { rate_bp: 770n, tax_minor: 4_837n },
        { rate_bp: 250n, tax_minor: 1_240n },
      ],
    },
  ],
  ['//S1/33/7.7', { ...nothing(), unread: ['33'] }],
  [String.raw`//S1/10/a\\b`, { ...nothing(), document_number: 'a\\b' }],
  ['//S1/11/201321/32/7.7;2.5/99/x/40/x:3', { ...nothing(), unread: ['11', '32', '99', '40'] }],
  ['//S1/10//11/', nothing()],
  ['//S1/__proto__/x/constructor/x/valueOf/x', { ...nothing(), unread: ['__proto__', 'constructor', 'valueOf'] }],
  ['//S1/', nothing()],
]

function nothing() {
  return {
    document_number: null,
    document_date: null,
    uid: null,
    supply: null,
    rates: [],
    import_taxes: [],
    terms: [],
    unread: [],
  }
}

describe('billing information of a QR-bill', () => {
  for (const [text, said] of CASES) it(`reads ${text}`, () => expect(readBillingInformation(text)).to.deep.equal(said))

  it('is null for another standard', () => expect(readBillingInformation('//XY/10/1')).to.equal(null))

  it('the whole amount is due at the end of the longest time without a discount', () => {
    const said = readBillingInformation('//S1/10/1/11/190512/40/2:10;0:30;0:45')
    expect(said && dueDateOf(said)).to.equal('2019-06-26')
  })
})
