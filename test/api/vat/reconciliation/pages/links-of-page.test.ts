import { expect } from 'chai'
import fc from 'fast-check'
import { refreshTables } from '../../../../support/books.ts'
import { get, post, put } from '../../../../support/client.ts'
import { newKmuCustomer } from '../../../../support/requests/kmu-chart.ts'
import { newPass, openPage } from '../../../print/pages/browser.ts'
import { cellsOf, fetchAs } from '../../../statements/books-to-show.ts'
import { UID } from '../../filing/worked-quarter.ts'
import { NET_RATE, register } from '../../register.ts'
import { entriesAt, pathOf } from '../reconciled.ts'
import { requestOf, type YearStep, year } from '../years.ts'

type Row = {
  readonly kind: string
  readonly id: string | undefined
  readonly label: string
  readonly minor: number
  readonly href: string | undefined
}

const ENTRIES = '/v1/statements/vat-reconciliation/entries'

describe('every amount on the page of the yearly reconciliation', () => {
  for (const method of ['effective', 'net_tax_rate'] as const)
    it(`leads to what adds up to it, under the method ${method}`, async () => {
      const customer = await newKmuCustomer()
      await put(`/v1/end-customers/${customer}`, { name: 'Meier', uid: UID })
      if (method === 'net_tax_rate') await register(customer, '0001-01-01', NET_RATE)
      const [steps = [], later = []] = fc.sample(year, { seed: 19, numRuns: 2 })
      await book(customer, steps)
      const periods = method === 'effective' ? ['2025-Q4', '2026-Q1', '2026-Q2'] : ['2025-H2', '2026-H1']
      for (const period of periods) await file(customer, period)
      await refreshTables(customer)
      // What is booked into filed days counts later, or in a correction of them.
      await book(customer, later, { vat_period: 'correction' })
      await book(customer, later)
      const pass = await newPass([customer])
      const page = await openPage(pathOf(customer), pass)
      const rows = rowsIn(page.html)
      const amounts = rows.filter(({ minor }) => minor !== 0)
      expect(amounts.length).to.be.greaterThan(20)
      for (const row of amounts) await expectSum(row, rows, page.url)
      // Filed totals of several returns, and rounding of several, lead to rows of their own below them.
      expect(amounts.filter(({ href }) => href?.startsWith('#')).length).to.be.greaterThan(2)
      const [footer = ''] = /<footer>[\s\S]*<\/footer>/.exec(page.html) ?? []
      const links = [...footer.matchAll(/<a href="([^"]+)">([^<]+)<\/a>/g)]
      expect(links.length).to.equal(method === 'effective' ? 4 : 2)
      for (const [, href = '', text = ''] of links)
        if (minorOf(text) !== 0) expect(await amountsAt(jsonOf(href, page.url)), href).to.include(minorOf(text))
    }).timeout(600_000)
})

async function file(end_customer_id: string, period: string): Promise<void> {
  const path = `/v1/vat-returns/${period}/file` as '/v1/vat-returns/{period}/file'
  // Facts of a generated year may be blocked.
  const first = await post(path, { end_customer_id })
  if (first.status === 201) return
  const { error } = first.body as unknown as { error: { details: readonly { code: string }[] } }
  const accepted = error.details.map(({ code }) => ({ code, reason: 'x' }))
  const { status, body } = await post(path, { end_customer_id, accepted })
  expect(status, JSON.stringify(body)).to.equal(201)
}

async function book(customer: string, steps: readonly YearStep[], more: object = {}): Promise<void> {
  for (const step of steps)
    if (step.does === 'book') await post(step.path, { ...requestOf(customer, step), ...more } as never, { wait: 10 })
}

function rowsIn(html: string): Row[] {
  const [table = ''] = /<tbody>[\s\S]*?<\/tbody>/.exec(html) ?? []
  return [...table.matchAll(/<tr class="([^"]*)"(?: id="([^"]*)")?>(.*?)<\/tr>/g)].map(
    ([, kind = '', id, cells = '']) => {
      const [, href, text = ''] = /<td class="amount">(?:<a href="([^"]*)">)?([^<]*)/.exec(cells) ?? []
      return {
        kind,
        id,
        label: cells.replaceAll(/<[^>]*>/g, ' '),
        minor: minorOf(text),
        href: href?.replaceAll('&amp;', '&'),
      }
    },
  )
}

async function expectSum(row: Row, rows: readonly Row[], page: URL): Promise<void> {
  const { href, minor, label } = row
  if (href === undefined) expect.fail(`${label} leads nowhere`)
  const found = href.startsWith('#') ? sumInPage(href.slice(1), row, rows) : await amountsAt(jsonOf(href, page))
  expect(found, `${label} ${href}`).to.include(minor)
}

/** Of the parts of a row below it, or of the steps to a total above it. */
function sumInPage(id: string, row: Row, rows: readonly Row[]): number[] {
  const at = rows.findIndex((one) => one.id === id)
  expect(at, id).to.be.greaterThan(-1)
  const behind = rows.slice(at)
  const isPart = ({ kind }: Row) => kind.startsWith('of_which')
  const end = isPart(rows[at] as Row) ? behind.findIndex((one) => !isPart(one)) : behind.indexOf(row)
  const its = behind
    .slice(0, end === -1 ? undefined : end)
    .filter((one) => isPart(rows[at] as Row) || one.kind.startsWith('line'))
  expect(its).not.to.include(row)
  return [its.reduce((sum, one) => sum + one.minor, 0)]
}

async function amountsAt(path: string): Promise<number[]> {
  if (!path.startsWith(ENTRIES)) {
    expect(path).to.match(/^\/v1\/vat-returns\//)
    const { status, body } = await get(path as '/v1/vat-returns/{period}')
    expect(status, path).to.equal(200)
    return amountsOf(body)
  }
  const entries = await entriesAt(path)
  const sum = entries.reduce((total, { amount }) => total + amount.amount_minor, 0)
  const [header = [], ...lines] = cellsOf(await (await fetchAs(path, 'text/csv')).text())
  const ofFile = lines.map((cells) => minorOf(cells[header.indexOf('amount')] ?? ''))
  expect(ofFile, path).to.deep.equal(entries.map(({ amount }) => amount.amount_minor))
  return [sum]
}

/** Of a return each line, the payable tax, and what its lines compute beside the booked tax. */
function amountsOf(body: Awaited<ReturnType<typeof get<'/v1/vat-returns/{period}'>>>['body']): number[] {
  const lines = body.lines.flatMap(({ base_amount, tax_amount }) => [base_amount, tax_amount])
  const figures = [...lines, body.payable_tax].map((amount) => amount?.amount_minor ?? 0)
  const computed = body.tie.steps
    .filter(({ kind }) => kind === 'rounding' || kind === 'net_tax_rate')
    .map(({ amount }) => amount.amount_minor)
  const all = computed.reduce((sum, minor) => sum + minor, 0)
  // What is not filed is negative, and the tie comes from the other side.
  return [...figures, ...figures.map((minor) => -minor), ...computed.map((minor) => -minor), ...computed, all, -all]
}

function jsonOf(href: string, page: URL): string {
  const { pathname, search } = new URL(href.replaceAll('&amp;', '&'), page)
  return pathname + search
}

function minorOf(text: string): number {
  return Math.round(Number(text.replaceAll(/['’\s]/g, '').replace('−', '-')) * 100)
}
