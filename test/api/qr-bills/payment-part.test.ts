import { expect } from 'chai'
import { readQrCode } from '../../../shared/accounting/qr-bills/read-qr-code.ts'
import { bankEntry, IBAN, transaction } from '../../camt053/messages.ts'
import { eventually } from '../../support/books.ts'
import { get, post, put } from '../../support/client.ts'
import { service } from '../../support/service.ts'
import { booksToSettle } from '../settlement/books-to-settle.ts'
import { decodePdf, wordsOfPdf } from './decode-pdf.ts'
import { decodeSvg } from './decode-svg.ts'
import { TITLES_OF_PARTS } from './titles-of-parts.ts'

const QRR = '210000000003139471430009017'
const QR_IBAN = 'CH4431999123000889012'
const HOME = {
  street_name: 'Bahnhofstrasse',
  building_number: '1',
  post_code: '8001',
  town_name: 'Zürich',
  country: 'CH',
}
const CUSTOMER = {
  name: 'Kundin & Söhne <GmbH>',
  structured_address: { street: 'Weg 3', zip: '3000', city: 'Bern', country: 'CH' },
}

describe('GET /v1/documents/{id}/qr-bill', () => {
  const { customer, list, invoiced, paid } = booksToSettle()
  const part = (id: string, more = '') => get(`/v1/documents/${id}/qr-bill?end_customer_id=${customer()}${more}`)
  const load = (path: string, Accept: string) =>
    fetch(`${service().base_url}${path}`, { headers: { authorization: `Bearer ${service().key}`, Accept } })
  async function knownAs(...ibans: readonly string[]) {
    await put(`/v1/end-customers/${customer()}`, { name: 'Treuhand Beispiel AG', structured_address: HOME })
    const mappings = ibans.map((iban) => ({
      mapping_key: `posting.bank.${iban}`,
      account_code: '1020',
      valid_from: '2020-01-01',
    }))
    await put('/v1/account-mappings', { end_customer_id: customer(), mappings })
  }

  it('names everything that is missing', async () => {
    const document = await invoiced(10_810, { payment_reference: QRR })
    const { status, body } = await part(document.id)
    expect(status).to.equal(409)
    expect(body.error.details.map(({ pointer, code }) => [pointer, code])).to.deep.equal([
      ['/end_customer_id', 'creditor_address_missing'],
      ['/iban', 'iban_missing'],
    ])
  })

  it('is the bill of what is open, with a reference that matching finds', async () => {
    await knownAs(IBAN)
    const document = await invoiced(10_810, { customer: CUSTOMER, document_number: 'RE-1' })
    const { status, body, text } = await part(document.id, `&iban=${IBAN}`)
    expect(status, text).to.equal(200)
    expect(body.reference_type).to.equal('SCOR')
    expect(readQrCode(body.text)).to.deep.include({
      iban: IBAN,
      amount_minor: 10_810n,
      reference: body.reference,
      message: 'RE-1',
      debtor: {
        name: 'Kundin & Söhne <GmbH>',
        address_type: 'S',
        street_or_line: 'Weg 3',
        number_or_line: null,
        post_code: '3000',
        town_name: 'Bern',
        country: 'CH',
      },
    })
    await paid(bankEntry({ amount: '108.10', details: transaction({ reference: body.reference }) }))
    await eventually(async () => (await list('settlement-candidates')).length > 0)
    const [candidate] = await list('settlement-candidates')
    expect(candidate?.target_document_id).to.equal(document.id)
    expect(candidate?.reasons).to.include.members(['reference', 'amount'])
  })

  it('is in euros too: what a reader scans pays the invoice', async () => {
    await knownAs(IBAN)
    const rates = [{ currency: 'EUR', rate_date: '2026-03-01', rate: '0.95' }]
    await put('/v1/exchange-rates', { end_customer_id: customer(), rates })
    const gross_amount = { amount_minor: 12_000, currency: 'EUR' }
    const document = await invoiced(12_000, { currency: 'EUR', gross_amount })
    const picture = await load(
      `/v1/documents/${document.id}/qr-bill?end_customer_id=${customer()}&iban=${IBAN}`,
      'image/svg+xml',
    )
    const scanned = readQrCode(decodeSvg(await picture.text()) ?? '')
    expect(scanned).to.deep.include({ iban: IBAN, currency: 'EUR', amount_minor: 12_000n, reference_type: 'SCOR' })
    const reference = 'reference' in scanned ? String(scanned.reference) : ''
    await paid(bankEntry({ amount: '120.00', currency: 'EUR', details: transaction({ reference }) }))
    await eventually(async () => (await list('settlement-candidates')).length > 0)
    const [candidate] = await list('settlement-candidates')
    expect([candidate?.target_document_id, candidate?.score]).to.deep.equal([document.id, 100])
  })

  it('whatever the number of an invoice is, it is one line of the code, and the picture is XML', async () => {
    await knownAs(IBAN)
    const document_number = 'RE-1\r\nEPD\n//S1/40/2:10\u0007漢'
    const document = await invoiced(10_810, { document_number })
    const { body } = await part(document.id)
    expect(body.message).to.equal('RE-1 EPD //S1/40/2:10..')
    expect(readQrCode(body.text)).to.deep.include({ message: body.message, billing_information: null })
    const picture = await (await load(`/v1/documents/${document.id}/qr-bill`, 'image/svg+xml')).text()
    expect(picture).not.to.match(/(?![\t\n\r])\p{Cc}/u)
  })

  it('has no full stops for letters of another script: the own name is refused, and a customer writes his own in', async () => {
    await knownAs(IBAN)
    const structured_address = { ...CUSTOMER.structured_address, city: 'Берн' }
    const document = await invoiced(10_810, { customer: { ...CUSTOMER, structured_address } })
    const other = await invoiced(10_810, { customer: { ...CUSTOMER, name: 'Ελλάς' } })
    for (const { id } of [document, other]) expect((await part(id)).body.debtor).to.equal(null)
    for (const own of [{ name: 'Дом AG' }, { name: 'Dom AG', structured_address: { ...HOME, town_name: 'Цюрих' } }]) {
      await put(`/v1/end-customers/${customer()}`, own)
      const { status, body } = await part(document.id)
      expect([status, ...body.error.details.map(({ pointer, code }) => `${pointer} ${code}`)]).to.deep.equal([
        409,
        '/end_customer_id letters_not_latin',
      ])
    }
  })

  it('puts a QR reference under the QR-IBAN', async () => {
    await knownAs(IBAN, QR_IBAN)
    const document = await invoiced(20_000, { payment_reference: '21 00000 00003 13947 14300 09017' })
    const { body, text } = await part(document.id)
    expect([body.iban, body.reference_type, body.reference], text).to.deep.equal([QR_IBAN, 'QRR', QRR])
    expect(body.debtor).to.equal(null)
  })

  it('is drawn in four languages, and its code says what the JSON says', async () => {
    await knownAs(IBAN)
    const document = await invoiced(10_810, { customer: CUSTOMER })
    const url = `/v1/documents/${document.id}/qr-bill?end_customer_id=${customer()}&iban=${IBAN}`
    const { text: code } = (await get(url)).body
    for (const [language, words] of Object.entries(TITLES_OF_PARTS)) {
      const answer = await load(`${url}&language=${language}`, 'image/svg+xml')
      const text = await answer.text()
      expect(answer.headers.get('Content-Type')).to.equal('image/svg+xml; charset=utf-8')
      for (const word of words) expect(text).to.include(`>${word}<`)
      expect(text).not.to.include('<GmbH>')
      expect(decodeSvg(text)?.replaceAll('\r\n', '\n').trimEnd()).to.equal(code)
      const page = Buffer.from(
        await (await load(`${url}&format=pdf&language=${language}`, 'application/pdf')).arrayBuffer(),
      )
      expect(wordsOfPdf(page).split('\n')).to.include.members([...words])
      const others = Object.keys(TITLES_OF_PARTS).filter((one) => one !== language)
      for (const other of others)
        expect(wordsOfPdf(page)).not.to.include(TITLES_OF_PARTS[other as keyof typeof TITLES_OF_PARTS][0])
      expect(decodePdf(page)?.replaceAll('\r\n', '\n').trimEnd()).to.equal(code)
    }
  })

  it('is a PDF, byte by byte the same each time', async () => {
    await knownAs(IBAN)
    const document = await invoiced(10_810, {})
    const url = `/v1/documents/${document.id}/qr-bill?format=pdf&iban=${IBAN}`
    const bytes = async () => {
      const answer = await load(url, 'application/pdf')
      expect(answer.headers.get('Content-Type')).to.equal('application/pdf')
      return Buffer.from(await answer.arrayBuffer())
    }
    const first = await bytes()
    expect(first.subarray(0, 5).toString()).to.equal('%PDF-')
    expect((await bytes()).equals(first)).to.equal(true)
  })

  it('scanned from its page, is the draft of what the customer owes', async () => {
    await knownAs(IBAN, QR_IBAN)
    const document = await invoiced(199_995, { customer: CUSTOMER, document_number: 'RE-7', payment_reference: QRR })
    const page = await load(`/v1/documents/${document.id}/qr-bill?format=pdf&language=fr`, 'application/pdf')
    const text = decodePdf(Buffer.from(await page.arrayBuffer()))
    const { status, body } = await post('/v1/qr-bills/read', { end_customer_id: customer(), text })
    expect(status, JSON.stringify(body)).to.equal(200)
    expect(body.defects).to.deep.equal([])
    expect(body.payload).to.deep.include({
      gross_amount: { amount_minor: 199_995, currency: 'CHF' },
      payment_reference: QRR,
    })
    expect(body.payload.supplier).to.include({ name: 'Treuhand Beispiel AG', iban: QR_IBAN })
    expect([body.debtor?.name, body.message]).to.deep.equal(['Kundin & Söhne <GmbH>', 'RE-7'])
  })

  it('is refused for a credit note, and in a currency that has no QR-bill', async () => {
    await knownAs(IBAN)
    const document = await invoiced(-5_000, {})
    const { status, body } = await part(document.id, `&iban=${IBAN}`)
    expect([status, body.error.details[0]?.code]).to.deep.equal([409, 'nothing_open'])
  })
})
