import { expect } from 'chai'
import { row, sql } from '../../../shared/store/db/database.ts'
import { issueKey } from '../../../shared/store/platform/issue-key.ts'
import { itemsOf, post } from '../../support/client.ts'
import { EXPENSES, expense, newEndCustomer } from '../../support/requests/examples.ts'
import { qrCode } from '../../support/requests/qr-codes.ts'
import { service } from '../../support/service.ts'

const K_ADDRESS = ['K', 'Max Muster & Söhne', 'Musterstrasse 123', '8000 Seldwyla', '', '', 'CH']

/** The code, and the defects that a person is told of. */
const DEFECTS: readonly (readonly [
  what: string,
  elements: Parameters<typeof qrCode>[0],
  defects: readonly string[],
])[] = [
  ['the example of the guidelines', {}, []],
  [
    'an ordinary IBAN with a creditor reference',
    { iban: 'CH5800791123000889012', reference_type: 'SCOR', reference: 'RF18539007547034' },
    [],
  ],
  ['no reference', { iban: 'CH5800791123000889012', reference_type: 'NON', reference: '' }, []],
  ['a QR-IBAN without a reference', { reference_type: 'NON', reference: '' }, ['reference_does_not_fit']],
  ['a QR reference of an ordinary IBAN', { iban: 'CH5800791123000889012' }, ['reference_does_not_fit']],
  ['an IBAN with wrong digits', { iban: 'CH4431999123000889013' }, ['iban_invalid', 'reference_does_not_fit']],
  ['a foreign IBAN', { iban: 'DE89370400440532013000', reference_type: 'NON', reference: '' }, ['iban_invalid']],
  ['a reference with a wrong check digit', { reference: '210000000003139471430009016' }, ['reference_invalid']],
  ['a reference that is not said', { reference_type: 'NON' }, ['reference_invalid', 'reference_does_not_fit']],
  ['an address in lines', { creditor: K_ADDRESS }, ['address_unstructured']],
  ['an address without a town', { creditor: ['S', 'Muster', 'Weg', '1', '8000', '', 'CH'] }, ['address_incomplete']],
  ['an amount that the payer writes in', { amount: '' }, ['amount_missing']],
  ['an amount of nothing', { amount: '0.00' }, ['amount_is_zero']],
  ['another standard of billing information', { billing: '//XY/1' }, ['billing_information_unread']],
  ['tags that nobody knows', { billing: '//S1/10/1/77/x' }, ['billing_information_unread']],
  ['tax at import', { billing: '//S1/11/251021/33/8.1:48.37;2.6:12.40' }, ['import_tax']],
  ['a rate of tax at import alone', { billing: '//S1/11/251021/33/8.1' }, ['billing_information_unread']],
  ['a UID that cannot be', { billing: '//S1/30/102673387' }, ['uid_invalid']],
  ['a rate that was not law', { billing: '//S1/11/251021/32/7.7' }, ['tax_rate_unknown']],
  ['net amounts that do not make the total', { billing: '//S1/11/251021/32/8.1:1803.00' }, ['tax_differs_from_total']],
]

describe('POST /v1/qr-bills/read', () => {
  let end_customer_id: string
  before(async () => {
    end_customer_id = await newEndCustomer()
  })
  const read = (text: string, options = {}) => post('/v1/qr-bills/read', { end_customer_id, text }, options)

  for (const [what, elements, defects] of DEFECTS)
    it(what, async () => {
      const { status, body } = await read(qrCode(elements))
      expect(status).to.equal(200)
      expect(body.defects.map(({ code }) => code)).to.deep.equal(defects)
    })

  it('reads euros, and leaves alternative schemes alone', async () => {
    const schemes = ['eBill/B/41010560425610173', 'UV;UltraPay005;12345']
    const billing = '//S1/11/260512/32/8.1:184.97/40/2:10;0:30'
    const code = qrCode({ currency: 'EUR', amount: '199.95', billing })
    for (const more of [[], schemes.slice(0, 1), schemes]) {
      const { status, body } = await read([code.trimEnd(), ...more].join('\r\n'))
      expect([status, body.defects]).to.deep.equal([200, []])
      expect(body.payload).to.deep.include({
        currency: 'EUR',
        gross_amount: { amount_minor: 19_995, currency: 'EUR' },
        due_date: '2026-06-11',
      })
      const tax_amount = { amount_minor: 1_498, currency: 'EUR' }
      expect(body.payload.tax_lines?.map((line) => line.tax_amount)).to.deep.equal([tax_amount])
    }
    const { status, body } = await read([code.trimEnd(), ...schemes, 'a third one'].join('\r\n'))
    expect([status, body.error.details[0]?.code]).to.deep.equal([422, 'qr_code_unreadable'])
  })

  it('makes the payload of an expense document', async () => {
    const { body } = await read(
      qrCode({ billing: '//S1/10/1234/11/260310/30/102673386/31/260301260309/32/8.1:1000;2.6:847.13/40/2:10;0:30' }),
    )
    expect(body.payload).to.deep.equal({
      currency: 'CHF',
      document_date: '2026-03-10',
      document_number: '1234',
      due_date: '2026-04-09',
      discount_terms: [{ days: 10, discount_bp: 200 }],
      gross_amount: { amount_minor: 194_975, currency: 'CHF' },
      payment_reference: '210000000003139471430009017',
      supplier: {
        name: 'Max Muster & Söhne',
        structured_address: {
          street_name: 'Musterstrasse',
          building_number: '123',
          post_code: '8000',
          town_name: 'Seldwyla',
          country: 'CH',
        },
        uid_mwst_number: 'CHE-102.673.386',
        iban: 'CH4431999123000889012',
      },
      tax_lines: [
        taxLine('I81', 100_000, 8_100),
        taxLine('I26', 84_713, 2_203), // 847.13 × 2.6 % = 22.03
      ].map((line) => ({ ...line, supply_period: { from: '2026-03-01', to: '2026-03-09' } })),
    })
    expect(body.defects.map(({ message }) => message)).to.deep.equal([
      'Net amounts and tax make CHF 1950.16, the bill CHF 1949.75.',
    ])
  })

  it('takes the tax of the only rate out of the whole amount', async () => {
    const { body } = await read(qrCode())
    // 1949.75 × 7.7 / 107.7 = 139.398…
    expect(body.payload.tax_lines).to.deep.equal([taxLine('I77', 181_035, 13_940)])
  })

  it('what it says is booked', async () => {
    const { body } = await read(qrCode({ billing: '//S1/10/77/11/260310/32/8.1/40/0:30' }))
    const { supplier_external_reference: _, ...rest } = expense(end_customer_id).payload
    const fact = expense(end_customer_id, { business_date: '2026-03-10' })
    const payload = { ...body.payload, receipt_required: rest.receipt_required, expense_category: '6500' }
    const sent = await post(EXPENSES, { ...fact, payload }, { wait: 10 })
    expect(sent.body.blockers, sent.text).to.deep.equal([])
    const [payable] = await itemsOf('supplier-payables', end_customer_id, '&document_number=77')
    expect(payable?.payment_reference).to.equal('210000000003139471430009017')
    expect(payable?.open_amount.amount_minor).to.equal(194_975)
  })

  it('names each line that is no line of a QR code, and says which', async () => {
    const { status, body } = await read('SPC\n0100\n1\nCH44')
    expect(status).to.equal(422)
    const details = body.error.details
    expect(details.map(({ pointer, code }) => `${pointer} ${code}`)).to.include('/text qr_code_unreadable')
    expect(details.map(({ message }) => message)).to.include('Line 2 (Version): Only version 02 of the code is known.')
    expect(details.map(({ message }) => message)).to.include(
      'Line 31 (Trailer): The trailer is EPD; the text may have been cut.',
    )
  })

  it('needs no right to write and no Idempotency-Key, and stores nothing', async () => {
    const { pool } = service().web
    const key = await issueKey(service().home, { client_name: 'tests', scopes: ['read'] })
    const records = () => pool.oneFirst(sql.type(row<{ count: bigint }>())`select count(*) from idempotency_records`)
    const before = await records()
    const { status } = await read(qrCode(), { key, idempotencyKey: null })
    expect(status).to.equal(200)
    expect(await records()).to.equal(before)
  })
})

function taxLine(tax_code: string, net: number, tax: number) {
  return {
    tax_code,
    net_amount: { amount_minor: net, currency: 'CHF' },
    tax_amount: { amount_minor: tax, currency: 'CHF' },
  }
}
