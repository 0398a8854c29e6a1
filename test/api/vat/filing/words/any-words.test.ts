import { expect } from 'chai'
import fc from 'fast-check'
import { findings } from '../../../../support/books.ts'
import { get, post } from '../../../../support/client.ts'
import { EFFECTIVE, NET_RATE, register } from '../../register.ts'
import { newFiler } from '../worked-quarter.ts'
import { openBooks, step, take } from './steps-of-words.ts'

const QUARTERS = ['2025-Q1', '2025-Q2', '2025-Q3', '2025-Q4', '2026-Q1', '2026-Q2']
const YEARS = ['2025', '2026']
const HALVES = ['2025-H1', '2025-H2', '2026-H1']

const HISTORIES = fc.sample(fc.array(step, { minLength: 6, maxLength: 12 }), { seed: 71, numRuns: 3 })

describe('returns of any submission', () => {
  for (const { name, registration, periods, filed, histories } of [
    { name: 'quarters', registration: EFFECTIVE, periods: QUARTERS, filed: QUARTERS.slice(0, 3), histories: HISTORIES },
    {
      name: 'years',
      registration: { ...EFFECTIVE, filing_period: 'year' },
      periods: YEARS,
      filed: YEARS.slice(0, 1),
      histories: HISTORIES.slice(1, 2),
    },
    {
      name: 'net rates',
      registration: NET_RATE,
      periods: HALVES,
      filed: HALVES.slice(0, 1),
      histories: HISTORIES.slice(2),
    },
  ])
    for (const consideration of ['received', 'agreed'])
      for (const [index, history] of histories.entries())
        it(`tie to the accounts, whatever is said of payments (${name}, ${consideration}, ${index + 1})`, async () => {
          const customer = await newFiler()
          await register(customer, '2020-01-01', { ...registration, consideration })
          const books = await openBooks(customer)
          for (const period of filed) expect((await file(customer, period, 'first')).status).to.equal(201)
          for (const one of history) await take(customer, one, books)
          for (const period of periods)
            for (const submission of ['first', 'correction']) await expectTied(customer, period, submission)
          for (const year of YEARS) await expectTied(customer, year, 'annual_reconciliation')
          await fileAll(customer, periods)
          expect(await findings(customer)).to.deep.equal([])
        }).timeout(360_000)
})

async function expectTied(customer: string, period: string, submission: string): Promise<void> {
  const { status, body } = await get(`/v1/vat-returns/${period}?end_customer_id=${customer}&submission=${submission}`)
  expect(status, JSON.stringify(body)).to.equal(200)
  expect(body.tie.is_explained, `${period} ${submission}: ${JSON.stringify(body.tie)}`).to.equal(true)
}

/** What is left to file: the corrections first, then what was never filed, then the years. */
async function fileAll(customer: string, periods: readonly string[]): Promise<void> {
  for (const submission of ['correction', 'first', 'annual_reconciliation'] as const)
    for (const period of submission === 'annual_reconciliation' ? ['2025'] : periods) {
      const { status, body } = await file(customer, period, submission)
      if (status !== 201) expect(JSON.stringify(body)).not.to.include('return_not_in_order')
    }
}

function file(customer: string, period: string, submission: string) {
  return post(
    `/v1/vat-returns/${period}/file` as '/v1/vat-returns/{period}/file',
    {
      end_customer_id: customer,
      submission,
    } as never,
  )
}
