import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import fc from 'fast-check'
import { findings, quietly } from '../../support/books.ts'
import { post, put } from '../../support/client.ts'
import { chart, chf, EXPENSES, expense, taxLine } from '../../support/requests/examples.ts'

/** A document: net amounts by tax code, a day in two fiscal years, perhaps an older reference, perhaps a reversal. */
type Document = {
  lines: { code: string; net: number }[]
  day: number
  reference: number
  is_blocked: boolean
  is_reversed: boolean
}

const RATES: Readonly<Record<string, number>> = { I81: 81, M81: 81, I26: 26, M26: 26, B81: 81, NONE: 0 }

const document = fc.record<Document>({
  lines: fc.array(
    fc.record({ code: fc.constantFrom(...Object.keys(RATES)), net: fc.integer({ min: -2_000_000, max: 5_000_000 }) }),
    { maxLength: 4 },
  ),
  day: fc.integer({ min: 0, max: 699 }),
  reference: fc.integer({ min: 0, max: 12 }),
  is_blocked: fc.boolean(),
  is_reversed: fc.boolean(),
})

describe('whatever documents are accepted', () => {
  it('the books balance, numbers are gapless, the chain verifies', async function () {
    this.timeout(360_000)
    await fc.assert(
      fc.asyncProperty(fc.array(document, { minLength: 1, maxLength: 14 }), async (documents) => {
        const customer = await book(documents)
        expect(await findings(customer)).to.deep.equal([])
      }),
      { seed: 959, numRuns: 12 },
    )
  })
})

async function book(documents: readonly Document[]): Promise<string> {
  const customer = randomUUID()
  await put('/v1/accounts', chart(customer))
  for (const [index, { is_reversed, ...rest }] of documents.entries()) {
    const { body } = await post(EXPENSES, toRequest(customer, rest), { wait: index % 3 === 0 || is_reversed ? 10 : 0 })
    if (is_reversed && body.state === 'posted') {
      await post(
        `/v1/source-facts/${body.id}/reverse`,
        { end_customer_id: customer, reason: 'x' },
        { wait: index % 2 ? 10 : 0 },
      )
    }
  }
  await quietly(customer)
  return customer
}

function toRequest(customer: string, { lines, day, reference, is_blocked }: Omit<Document, 'is_reversed'>) {
  const business_date = new Date(Date.UTC(2025, 0, 1 + day)).toISOString().slice(0, 10)
  const taxed = lines.map(({ code, net }) => taxLine(code, net, roundedTax(net, RATES[code] ?? 0)))
  const gross = taxed.reduce((total, line) => total + line.net_amount.amount_minor + printed(line), 0)
  return expense(customer, {
    business_date,
    external_reference: `R-${reference}`,
    ...(is_blocked ? { evidence_links: [] } : {}),
    payload: { document_date: business_date, gross_amount: chf(lines.length ? gross : 12_345), tax_lines: taxed },
  })
}

/** Half away from zero, in this test's own words. */
function roundedTax(net: number, permille: number): number {
  return Math.sign(net) * Math.floor((Math.abs(net) * permille + 500) / 1000)
}

function printed({ tax_code, tax_amount }: ReturnType<typeof taxLine>): number {
  return tax_code === 'B81' ? 0 : tax_amount.amount_minor
}
