import { expect } from 'chai'
import fc from 'fast-check'
import { bankEntry } from '../../../camt053/messages.ts'
import { refreshTables } from '../../../support/books.ts'
import { get, post, put } from '../../../support/client.ts'
import { chf, credit, debit, INVOICES, invoice, taxLine } from '../../../support/requests/examples.ts'
import { UID } from '../filing/worked-quarter.ts'
import { booksOfReceived } from '../received/books-of-received.ts'
import { booked, records } from '../records.ts'
import { EFFECTIVE } from '../register.ts'
import { expectSums, manual, reconciled } from './reconciled.ts'

const net = fc.integer({ min: 5_000, max: 90_000 })
const share = fc.integer({ min: 10, max: 60 })
const PERIODS = ['current', 'correction', 'annual_reconciliation'] as const
const late = fc.record({
  day: fc.constantFrom('2025-12-31', '2026-02-28', '2026-03-31'),
  vat_period: fc.constantFrom(...PERIODS),
  amount: fc.integer({ min: -40_000, max: 40_000 }).filter((amount) => amount !== 0),
})
const years = fc.record({
  nets: fc.tuple(net, net),
  share,
  lates: fc.array(late, { minLength: 2, maxLength: 5 }),
  isRefreshed: fc.boolean(),
})
type Year = typeof years extends fc.Arbitrary<infer Of> ? Of : never

const taxOn = (amount: number, rate: number) =>
  Math.sign(amount) * Math.floor((Math.abs(amount) * rate * 2 + 1000) / 2000)

describe('the reconciliation of a year with filed returns', () => {
  for (const consideration of ['received', 'agreed'] as const)
    describe(`and ${consideration} consideration`, () => {
      const books = booksOfReceived({ ...EFFECTIVE, consideration })
      it('explains every Rappen', async () => {
        const [first, second] = fc.sample(years, { seed: 128, numRuns: 2 })
        const year = consideration === 'received' ? first : second
        if (year) await bookYear(books, year)
        await expectReconciled(books.customer())
      }).timeout(360_000)
    })

  describe('and tax that counts in another year', () => {
    const books = booksOfReceived({ ...EFFECTIVE, consideration: 'agreed' })
    it('has it in a step of its own, in both years', async () => {
      await put(`/v1/end-customers/${books.customer()}`, { name: 'Meier', uid: UID })
      await file(books.customer(), '2025-Q4')
      for (const vat_period of ['current', 'annual_reconciliation'] as const)
        await sale(books.customer(), '2025-12-31', 10_000, { vat_period })
      const [tax_of_year] = (await reconciled(books.customer(), 'FY2025')).returns.slice(-1)
      expect([tax_of_year?.submission, tax_of_year?.not_filed.payable_tax.amount_minor]).to.deep.equal([
        'annual_reconciliation',
        810,
      ])
      const of = async (year: string) => {
        const { turnover, tax } = await reconciled(books.customer(), year)
        const shown = [...turnover.steps, ...tax.owed_steps].filter(({ kind }) => kind === 'other_period')
        return shown.map(({ amount }) => amount.amount_minor)
      }
      expect(await of('FY2025')).to.deep.equal([-10_000, -810])
      expect(await of('FY2026')).to.deep.equal([10_000, 810])
      await expectReconciled(books.customer())
    })
  })
})

async function bookYear(books: ReturnType<typeof booksOfReceived>, { nets, share, lates, isRefreshed }: Year) {
  const { customer, invoiced, received, allocate, undo } = books
  await put(`/v1/end-customers/${customer()}`, { name: 'Meier', uid: UID })
  const [a, b] = nets
  const gross = a + b + taxOn(a, 81) + taxOn(b, 26)
  const tax_lines = [taxLine('V81', a, taxOn(a, 81)), taxLine('V26', b, taxOn(b, 26))]
  const { id } = await invoiced(gross, { document_date: '2026-01-10', supply_date: '2026-01-10', tax_lines })
  const part = Math.floor((gross * share) / 100)
  const payment = await received(bankEntry({ amount: (part / 100).toFixed(2) }))
  const allocation = await allocate(payment.id, [[id, part]], { posting_date: '2026-04-10' })
  expect(allocation.status, JSON.stringify(allocation.body)).to.equal(201)
  const paid = await manual(
    customer(),
    [debit('1000', 2_000), credit('1100', 2_000, { open_item: { document_id: id, purpose: 'payment' } })],
    { business_date: '2026-02-10' },
  )
  const advance = credit('2030', 5_000, { open_item: { new: { partner: { name: 'Kundin GmbH' } } } })
  const advanced = credit('2200', 405, { tax_code: 'V81', tax_base: chf(5_000) })
  await manual(customer(), [debit('1000', 5_405), advance, advanced], { business_date: '2026-02-11' })
  await writeOff(books)
  if (isRefreshed) await refreshTables(customer())
  for (const period of ['2025-Q4', '2026-Q1']) await file(customer(), period)
  for (const { day, vat_period, amount } of lates) await sale(customer(), day, amount, { vat_period })
  const annually = { posting_date: '2026-03-10', vat_period: 'annual_reconciliation' }
  expect((await undo(`/v1/source-facts/${paid.id}`, annually)).status).to.equal(202)
  expect((await undo(`/v1/allocations/${allocation.body.id}`, { posting_date: '2026-05-20' })).status).to.equal(202)
  await file(customer(), '2026-Q2')
}

/** Half of what is owed is never received: under received consideration its tax is extinguished, else given back. */
async function writeOff({ customer, invoiced, received, allocate }: ReturnType<typeof booksOfReceived>) {
  const tax_lines = [taxLine('V81', 100_000, 8_100)]
  const { id } = await invoiced(108_100, { document_date: '2026-05-10', supply_date: '2026-05-10', tax_lines })
  const payment = await received(bankEntry({ amount: '540.50' }))
  const allocation = await allocate(payment.id, [[id, 54_050]], { posting_date: '2026-05-20' })
  expect(allocation.status, JSON.stringify(allocation.body)).to.equal(201)
  const lost = [
    debit('3800', 50_000),
    debit('2200', 4_050, { tax_code: 'VS81', tax_base: chf(50_000) }),
    credit('1100', 54_050, { open_item: { document_id: id, purpose: 'write_off' } }),
  ]
  await manual(customer(), lost, { business_date: '2026-05-25' })
}

/** Both years, before all is folded and afterwards, beside the records of their days. */
async function expectReconciled(customer: string): Promise<void> {
  for (const isFolded of [false, true]) {
    if (isFolded) await refreshTables(customer)
    for (const year of ['2025', '2026']) {
      const reconciliation = await reconciled(customer, `FY${year}`)
      await expectSums(reconciliation)
      const days = `&from_date=${year}-01-01&to_date=${year}-12-31&limit=500`
      const { turnover, returns } = reconciliation
      expect(turnover.in_records.figure_200.amount_minor, year).to.equal(
        turnoverOf((await records(customer, days)).data),
      )
      let filed = 0
      for (const { period, filing_numbers, consideration, not_filed, vat_return } of returns) {
        filed += consideration.amount_minor
        const later = (await get(`${not_filed.records}&limit=500` as '/v1/tax-records')).body.data
        expect(not_filed.consideration.amount_minor, period).to.equal(turnoverOf(later))
        const { body } = await get(vat_return as '/v1/vat-returns/{period}')
        const of_return = body.lines.find(({ figure }) => figure === '200')?.base_amount?.amount_minor ?? 0
        expect(consideration.amount_minor, period).to.equal(filing_numbers.length > 0 ? of_return : 0)
      }
      expect(turnover.figure_200.amount_minor).to.equal(filed)
    }
  }
}

type Records = Awaited<ReturnType<typeof records>>['data']

function turnoverOf(its: Records): number {
  const declared = its.filter(({ kind, tax_code }) => /^(due|declared)/.test(kind) && /^V\d/.test(tax_code))
  return declared.reduce((total, { base_amount }) => total + base_amount.amount_minor, 0)
}

async function file(end_customer_id: string, period: string): Promise<void> {
  const { status, body } = await post(`/v1/vat-returns/${period}/file` as '/v1/vat-returns/{period}/file', {
    end_customer_id,
  })
  expect(status, JSON.stringify(body)).to.equal(201)
}

async function sale(customer: string, day: string, amount: number, more: object): Promise<void> {
  const tax = taxOn(amount, 81)
  const payload = { document_date: day, gross_amount: chf(amount + tax), tax_lines: [taxLine('V81', amount, tax)] }
  await booked(INVOICES, invoice(customer, { business_date: day, ...more, payload }))
}
