import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { post } from '../../../support/client.ts'
import { EXPENSES, expense } from '../../../support/requests/examples.ts'
import { expectNothingStored, expectRefusal } from './refusals.ts'

/** The JSON of a good document with one piece of its text replaced. */
const mangled = (customer: string, from: string, to: string) => JSON.stringify(expense(customer)).replace(from, to)
const withPayload = (payload: object) => (customer: string) => expense(customer, { payload })
const withField = (fields: object) => (customer: string) => expense(customer, fields as Record<string, unknown>)
const nested = (levels: number) => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`

/** Details are written as `pointer code`. */
type Case = [name: string, body: (customer: string) => unknown, details: string[]]

/** 400: the text is no JSON that means one thing. */
const MALFORMED: Case[] = [
  ['no JSON', () => '{"a":', []],
  ['an empty body', () => '', []],
  ['a duplicate name', (c) => mangled(c, '{', '{"source_system":"x",'), ['/source_system duplicate_name']],
  [
    'a duplicate name at depth',
    (c) => mangled(c, '"supplier":{', '"supplier":{"name":"x",'),
    ['/payload/supplier/name duplicate_name'],
  ],
  [
    'a fraction that a double cannot hold',
    (c) => mangled(c, '10810', '10810.00000000000000001'),
    ['/payload/gross_amount/amount_minor number'],
  ],
  ['an exponent', (c) => mangled(c, '10810', '1e4'), ['/payload/gross_amount/amount_minor number']],
  ['a NUL character', (c) => mangled(c, 'Papeterie', 'Pap\\u0000'), ['/payload/supplier/name character']],
  ['half a surrogate pair', (c) => mangled(c, 'Papeterie', 'Pap\\ud800'), ['/payload/supplier/name character']],
  ['10,000 levels', (c) => mangled(c, '"structured_address":{', `"structured_address":{"a":${nested(10_000)},`), []],
  ['invalid UTF-8', (c) => Buffer.concat([Buffer.from(mangled(c, 'Papeterie', 'Pap')), Buffer.from([0xff])]), []],
]

/** 422: the text is JSON, and not what the contract asks for. */
const INVALID: Case[] = [
  ['__proto__', (c) => mangled(c, '{', '{"__proto__":{"a":1},'), ['/__proto__ unsafe_field']],
  [
    '__proto__ at depth',
    (c) => mangled(c, '"structured_address":{', '"structured_address":{"__proto__":"x",'),
    ['/payload/supplier/structured_address/__proto__ unsafe_field'],
  ],
  [
    'constructor at depth',
    (c) => mangled(c, '"supplier":{', '"supplier":{"constructor":{},'),
    ['/payload/supplier/constructor unsafe_field'],
  ],
  [
    'an escaped prototype name',
    (c) => mangled(c, '"supplier":{', '"supplier":{"proto\\u0074ype":1,'),
    ['/payload/supplier/prototype unsafe_field'],
  ],
  ['an unknown field', withField({ colour: 'red' }), ['/colour unknown_field']],
  [
    'an unknown field at depth',
    withPayload({ supplier: { name: 'x', colour: 'red' } }),
    ['/payload/supplier/colour unknown_field'],
  ],
  ['a server-owned field', withField({ state: 'posted' }), ['/state unsafe_field']],
  [
    'server-owned fields',
    withField({ accounting_finality: 'none', journal_entry_id: 'je_1' }),
    ['/accounting_finality unsafe_field', '/journal_entry_id unsafe_field'],
  ],
  [
    'an integer beyond 2^53',
    (c) => mangled(c, '10810', '9007199254740993'),
    ['/payload/gross_amount/amount_minor out_of_range'],
  ],
  [
    'an integer below -2^53',
    (c) => mangled(c, '10810', '-9007199254740993'),
    ['/payload/gross_amount/amount_minor out_of_range'],
  ],
  ['a fraction', (c) => mangled(c, '10810', '108.1'), ['/payload/gross_amount/amount_minor type']],
  ['an amount as text', (c) => mangled(c, '10810', '"10810"'), ['/payload/gross_amount/amount_minor type']],
  ['30 February', withField({ business_date: '2026-02-30' }), ['/business_date format']],
  ['29 February of a common year', withPayload({ document_date: '2026-02-29' }), ['/payload/document_date format']],
  ['a date without leading zeros', withField({ business_date: '2026-2-3' }), ['/business_date format']],
  ['a timestamp for a date', withField({ business_date: '2026-02-03T00:00:00Z' }), ['/business_date format']],
  ['the year 0', withField({ business_date: '0000-01-01' }), ['/business_date format']],
  ['a wrong fact type', withField({ fact_type: 'invoice' }), ['/fact_type not_allowed']],
  ['no UUID', withField({ end_customer_id: 'x' }), ['/end_customer_id format']],
  [
    'a currency in lower case',
    withPayload({ gross_amount: { amount_minor: 1, currency: 'chf' } }),
    ['/payload/gross_amount/currency format'],
  ],
  [
    'a wrong evidence hash',
    withField({ evidence_links: [{ sha256: 'x', type: 'receipt' }] }),
    ['/evidence_links/0/sha256 format'],
  ],
  ['an array', () => [], [' type']],
  ['null', () => 'null', [' type']],
  ['a name that is empty', withField({ external_reference: '' }), ['/external_reference length']],
]

describe('bad input: bodies', () => {
  refuses(400, 'invalid_request', MALFORMED)
  refuses(422, 'validation_failed', INVALID)

  it('names every offending field at once', async () => {
    const wrong = { colour: 'red', payload: { document_date: '2026-13-01' } }
    const { source_system: _, ...body } = expense(randomUUID(), wrong)
    const {
      body: { error },
    } = await post(EXPENSES, body)
    expect(error.details.map((detail) => detail.pointer)).to.have.members([
      '/colour',
      '/payload/document_date',
      '/source_system',
    ])
  })
})

function refuses(status: number, code: string, cases: readonly Case[]): void {
  for (const [name, body, details] of cases) {
    it(`${status} ${code}: ${name}`, async () => {
      const customer = randomUUID()
      const answer = await post(EXPENSES, body(customer))
      expectRefusal(answer, status, code)
      const found = answer.body.error.details.map((detail) => `${detail.pointer} ${detail.code}`)
      expect(found).to.include.members(details)
      await expectNothingStored(customer)
    })
  }
}
