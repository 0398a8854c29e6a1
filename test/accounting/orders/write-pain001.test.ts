import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect } from 'chai'
import { validateXML } from 'xmllint-wasm'
import { writePain001 } from '../../../shared/accounting/orders/pain001/write-pain001.ts'
import type { PaymentToOrder } from '../../../shared/accounting/orders/payment-to-order.ts'
import { HEAD, PAYMENT, QR_IBAN, QR_REFERENCE } from './orders.ts'

/** The schema of the banks lies beside the project where it is at hand; it may not be handed on. */
const SCHEMA = resolve(import.meta.dirname, '../../../../shared/pain001/pain.001.001.09.ch.03.xsd')

const PAYMENTS: readonly PaymentToOrder[] = [
  PAYMENT,
  {
    ...PAYMENT,
    end_to_end_id: 'HB-7-2',
    amount_minor: 5n,
    creditor_iban: QR_IBAN,
    payment_reference: '21 00000 00003 13947 14300 09017',
  },
  { ...PAYMENT, end_to_end_id: 'HB-7-3', payment_reference: 'RF18 5390 0754 7034', document_number: null },
  {
    ...PAYMENT,
    end_to_end_id: 'HB-7-4',
    currency: 'EUR',
    creditor_iban: 'DE89370400440532013000',
    amount_minor: 99_999_999_999n,
  },
  { ...PAYMENT, end_to_end_id: 'HB-7-5', currency: 'EUR', creditor_iban: QR_IBAN, payment_reference: QR_REFERENCE },
  {
    ...PAYMENT,
    end_to_end_id: 'HB-7-6',
    creditor_name: 'Łódź\u00ad Nguyễn – ☃ u\u0308',
    creditor_address: { address_line_1: 'Rue 1', city: 'Dublin', country: 'IE' },
    document_number: '東京 \u0007',
  },
  {
    ...PAYMENT,
    end_to_end_id: 'HB-7-7',
    currency: 'EUR',
    amount_minor: 100n,
    creditor_iban: 'TR330006100519786457841326',
    creditor_bic: 'TCZBTR2AXXX',
    creditor_address: { town: 'Izmir', country: 'TR' },
  },
  {
    ...PAYMENT,
    end_to_end_id: 'HB-7-8',
    amount_minor: 200n,
    creditor_iban: 'DE89370400440532013000',
    creditor_bic: 'COBADEFF',
  },
]

const write = (...of: Parameters<typeof writePain001>) => [...writePain001(...of)].join('')

describe('the file of an order', () => {
  const file = write(HEAD, PAYMENTS)

  it('has one batch for each currency, with its count and sum', () => {
    const [header = '', ...batches] = file.split('<PmtInf>')
    const figures = [header, ...batches].map((part) => [
      /<NbOfTxs>(.*?)</.exec(part)?.[1],
      /<CtrlSum>(.*?)</.exec(part)?.[1],
      [...part.matchAll(/Ccy="(...)"/g)].map(([, currency]) => currency).join(' '),
    ])
    expect(figures).to.deep.equal([
      ['8', '1000000435.44', ''],
      ['5', '326.35', 'CHF CHF CHF CHF CHF'],
      ['3', '1000000109.09', 'EUR EUR EUR'],
    ])
    expect(file.match(/<PmtInfId>.*?</g)).to.deep.equal(['<PmtInfId>HB-7-B1<', '<PmtInfId>HB-7-B2<'])
    expect(file.match(/<BtchBookg>true</g)).to.have.length(2)
  })

  it('says SEPA with shared charges for euros without a QR reference, and names the bank of the creditor abroad', () => {
    const transfers = file.split('<CdtTrfTxInf>').slice(1)
    const [sepa, domestic, abroad] = [
      [true, 'SLEV', undefined],
      [false, undefined, undefined],
      [false, 'SHAR', 'TCZBTR2AXXX'],
    ]
    expect(
      transfers.map((text) => [
        /<Cd>SEPA</.test(text),
        /<ChrgBr>(.*?)</.exec(text)?.[1],
        /<CdtrAgt>\s*<FinInstnId>\s*<BICFI>(.*?)</.exec(text)?.[1],
      ]),
    ).to.deep.equal([
      ...[domestic, domestic, domestic, domestic, [false, 'SHAR', 'COBADEFF']],
      ...[sepa, domestic, abroad],
    ])
  })

  it('writes references by their kind, escapes, and has only letters that a bank takes', () => {
    expect(file).to.include('<Prtry>QRR</Prtry>').and.to.include(`<Ref>${QR_REFERENCE}</Ref>`)
    expect(file).to.include('<Cd>SCOR</Cd>').and.to.include('<Ref>RF18539007547034</Ref>')
    expect(file).to.include('<Nm>Schreinerei &lt;Holz&gt; GmbH</Nm>').and.to.include('<Ustrd>R-1 &amp; 2</Ustrd>')
    expect(file).to.include('<Nm>Łódź Nguyen - . ü</Nm>').and.to.include('<Ustrd>.. .</Ustrd>')
    expect(file).not.to.match(/[^\n\x20-\x7e\u00a0-\u017f\u0218-\u021b\u20ac]|\u00ad/)
  })

  it('has the same bytes for the same order', () => {
    expect(
      write(
        { ...HEAD },
        PAYMENTS.map((payment) => ({ ...payment })),
      ),
    ).to.equal(file)
  })

  it('is never written with a defect, twice with one EndToEndId, or empty', () => {
    expect(() => write(HEAD, [])).to.throw('without payments')
    expect(() => write(HEAD, [PAYMENT, PAYMENT])).to.throw('EndToEndId')
    expect(() => write(HEAD, [{ ...PAYMENT, creditor_iban: null }])).to.throw('IBAN')
  })

  it('is valid by the Swiss schema, where that is at hand', async function () {
    if (!existsSync(SCHEMA)) return this.skip()
    const schema = { fileName: 'pain.001.xsd', contents: readFileSync(SCHEMA, 'utf8') }
    const errorsOf = async (contents: string) =>
      (await validateXML({ xml: { fileName: 'order.xml', contents }, schema })).errors
    expect((await errorsOf(file)).map(({ message }) => message)).to.deep.equal([])
    expect(await errorsOf(file.replace('<EndToEndId>HB-7-1</EndToEndId>', ''))).not.to.have.length(0)
  })
})
