import { expect } from 'chai'
import fc from 'fast-check'
import type { ApiDeps } from '../../../api/http/api-deps.ts'
import { compileBody } from '../../../api/http/body/validate.ts'
import { readQrBill } from '../../../api/qr-bills/read-qr-bill.ts'
import { expenseDocumentPayload } from '../../../shared/contract/facts/expense-documents.ts'
import { ApiError } from '../../../shared/contract/platform/errors.ts'
import { qrBill } from '../../../shared/contract/qr-bills/qr-bills.ts'
import { qrCode } from '../../support/requests/qr-codes.ts'

const CUSTOMER = '5f0c6a52-3c1f-4b6e-9d7a-1d9c2f3b4a50'
const isPayload = compileBody(expenseDocumentPayload)
const isAnswer = compileBody(qrBill)

const letters = (most: number) =>
  fc.oneof(
    fc.constantFrom('', 'x', '=cmd()', '\u{1F600}', 'ä'),
    fc.integer({ min: 1, max: most }).map((length) => 'x'.repeat(length)),
    fc.string({ maxLength: 40 }).map((text) => text.replaceAll(/[\r\n]/g, '')),
  )
const number = (most: number) => fc.integer({ min: 0, max: most }).map(String)
const many = (one: fc.Arbitrary<string>) => fc.array(one, { minLength: 1, maxLength: 150 }).map((all) => all.join(';'))
const day = fc.constantFrom('260310', '250101', '991231', '000229', '261340')
const tag = fc.oneof(
  letters(600).map((text) => `10/${text}`),
  day.map((text) => `11/${text}`),
  fc.constantFrom('102673386', '1', '').map((text) => `30/${text}`),
  fc.tuple(day, day).map((days) => `31/${days.join('')}`),
  many(
    fc.tuple(fc.constantFrom('8.1', '7.7', '2.6', '0', '99'), number(999_999_999_999)).map((two) => two.join(':')),
  ).map((text) => `32/${text}`),
  fc.constantFrom('8.1', '0', '123456789012').map((text) => `32/${text}`),
  many(fc.tuple(number(101), number(999)).map((two) => two.join(':'))).map((text) => `40/${text}`),
)
const billing = fc.array(tag, { maxLength: 4 }).map((tags) => `//S1/${tags.join('/')}`)
const party = fc
  .tuple(fc.constantFrom('S', 'K'), letters(600), letters(600), letters(80), letters(80), letters(80))
  .map(([type, name, ...others]) => [type, /\S/.test(name) ? name : 'Muster', ...others, 'CH'])
const code = fc
  .record(
    {
      iban: fc.oneof(
        letters(60),
        fc.constantFrom('CH4431999123000889012', 'CH58 0079 1123 0008 8901 2', 'CH', 'CH44x'),
      ),
      creditor: party,
      amount: fc.constantFrom('', '0.00', '1949.75', '999999999.99'),
      currency: fc.constantFrom('CHF', 'EUR'),
      debtor: party,
      reference_type: fc.constantFrom('QRR', 'SCOR', 'NON'),
      reference: letters(202),
      message: letters(300),
      billing: fc.oneof(billing, letters(200)),
    },
    { requiredKeys: [] },
  )
  .map(qrCode)

/** Null for a text that is no code of a bill. */
async function answerTo(text: string) {
  try {
    return await readQrBill({} as ApiDeps, { body: { end_customer_id: CUSTOMER, text }, end_customer_id: CUSTOMER })
  } catch (error) {
    if (error instanceof ApiError && error.code === 'validation_failed') return null
    throw error
  }
}

describe('the draft of any QR bill', () => {
  it('is one that an expense document takes', async () => {
    let answered = 0
    await fc.assert(
      fc.asyncProperty(code, async (text) => {
        const answer = await answerTo(text)
        if (answer === null) return
        answered += 1
        const sent = JSON.parse(JSON.stringify(answer))
        expect(isPayload(sent.payload), JSON.stringify(isPayload.errors)).to.equal(true)
        expect(isAnswer(sent), JSON.stringify(isAnswer.errors)).to.equal(true)
      }),
      { numRuns: 1_500 },
    )
    expect(answered).to.be.greaterThan(1_000)
  })

  const long = (length: number) => 'x'.repeat(length)
  const CASES: readonly (readonly [
    what: string,
    elements: Parameters<typeof qrCode>[0],
    code: string,
    pointer: string,
    lacks: readonly string[],
  ])[] = [
    [
      'eight terms',
      { billing: `//S1/40/${'1:10;'.repeat(8)}0:30` },
      'discount_terms_do_not_fit',
      '/payload/discount_terms',
      ['discount_terms'],
    ],
    [
      'a term of 999 days',
      { billing: '//S1/40/2:999;0:30' },
      'discount_terms_do_not_fit',
      '/payload/discount_terms',
      ['discount_terms'],
    ],
    [
      'a name of 71 characters',
      { creditor: ['S', long(71), 'Weg', '1', '8000', 'Zürich', 'CH'] },
      'element_too_long',
      '/payload/supplier/name',
      ['supplier', 'name'],
    ],
    [
      'a street of 600 characters',
      { creditor: ['S', 'Muster', long(600), '1', '8000', 'Zürich', 'CH'] },
      'element_too_long',
      '/payload/supplier/structured_address',
      ['supplier', 'structured_address', 'street_name'],
    ],
    [
      'a number of 600 characters',
      { billing: `//S1/10/${long(600)}` },
      'element_too_long',
      '/billing_information',
      ['document_number'],
    ],
    [
      '150 rates',
      { billing: `//S1/32/${'8.1:10;'.repeat(149)}8.1:10` },
      'element_too_long',
      '/billing_information',
      ['tax_lines'],
    ],
    [
      'a reference of 202 characters',
      { reference: long(202) },
      'element_too_long',
      '/payload/payment_reference',
      ['payment_reference'],
    ],
    ['no IBAN', { iban: '' }, 'iban_invalid', '/payload/supplier/iban', ['supplier', 'iban']],
    ['a formula as IBAN', { iban: '=cmd()' }, 'iban_invalid', '/payload/supplier/iban', ['supplier', 'iban']],
  ]
  for (const [what, elements, defect, pointer, lacks] of CASES)
    it(`says what it does not take: ${what}`, async () => {
      const answer = await answerTo(qrCode(elements))
      expect(answer?.defects.map(({ code, pointer }) => `${code} ${pointer}`)).to.include(`${defect} ${pointer}`)
      const place = lacks
        .slice(0, -1)
        .reduce<unknown>((at, name) => (at as Record<string, unknown>)[name], answer?.payload)
      expect(place)
        .to.be.an('object')
        .that.does.not.have.property(lacks.at(-1) ?? '')
    })

  it('is whole where each element is as long as it may be', async () => {
    const answer = await answerTo(
      qrCode({
        creditor: ['S', long(70), long(70), long(16), long(16), long(35), 'CH'],
        message: long(140),
        billing: `//S1/10/${long(132)}`,
      }),
    )
    expect(answer?.defects).to.deep.equal([])
    expect(answer?.payload.document_number).to.equal(long(132))
  })
})
