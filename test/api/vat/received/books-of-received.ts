import { expect } from 'chai'
import { get, post } from '../../../support/client.ts'
import { VOUCHERS, voucher } from '../../../support/requests/examples.ts'
import { booksToSettle } from '../../settlement/books-to-settle.ts'
import { records } from '../records.ts'
import { EFFECTIVE, register } from '../register.ts'

const RECEIVED = { ...EFFECTIVE, consideration: 'received' } as const

/** Books of an end customer who reports consideration as it is received, verified after each test. */
export function booksOfReceived(registration: object = RECEIVED) {
  const books = booksToSettle()
  const { customer } = books
  beforeEach(async () => {
    expect((await register(customer(), '2020-01-01', registration)).status).to.equal(202)
  })
  const undo = (path: `/v1/${string}`, more: object = {}) =>
    post(
      `${path}/reverse` as '/v1/allocations/{allocation_id}/reverse',
      { end_customer_id: customer(), reason: 'x', ...more } as never,
      { wait: 10 },
    )
  const booked = async (lines: object[], more: object = {}, payload: object = {}) => {
    const { body } = await post(VOUCHERS, voucher(customer(), { ...more, payload: { lines, ...payload } }), {
      wait: 10,
    })
    return body
  }
  return { ...books, undo, booked, recordsOf: () => recordsOf(customer()), figures: figuresOf(customer) }
}

/** Code, kind, base and tax of every record, in the order of the days. */
async function recordsOf(customer: string) {
  const { data } = await records(customer)
  return data.map(({ tax_code, kind, base_amount, tax_amount }) => [
    tax_code,
    kind,
    base_amount.amount_minor,
    tax_amount.amount_minor,
  ])
}

/** The lines of a return that are not nothing, as `[figure, base, tax]`, and the steps of its tie. */
function figuresOf(customer: () => string) {
  return async (period: string) => {
    const { status, body } = await get(`/v1/vat-returns/${period}?end_customer_id=${customer()}`)
    expect(status, JSON.stringify(body)).to.equal(200)
    const minor = (money: { amount_minor: number } | null | undefined) => money?.amount_minor ?? null
    expect(body.tie.is_explained, JSON.stringify(body.tie)).to.equal(true)
    const lines = body.lines.flatMap(({ figure, base_amount, tax_amount }) =>
      minor(base_amount) || minor(tax_amount) ? [[figure, minor(base_amount), minor(tax_amount)]] : [],
    )
    const steps = body.tie.steps.map(({ kind, amount }) => [kind, amount.amount_minor])
    const not_due = body.tax_not_due?.codes.map(({ tax_code, base_amount, tax_amount }) => [
      tax_code,
      base_amount.amount_minor,
      tax_amount.amount_minor,
    ])
    if (not_due) expect(await listedNotDue(customer(), body.period_end)).to.deep.equal(sumsByCode(not_due))
    return { lines, steps, not_due }
  }
}

type SumsOfCode = readonly [tax_code: string, base: number, tax: number]

/** What the list of items adds up to at the end of a day, by code; read in pages of one item. */
async function listedNotDue(customer: string, date: string): Promise<SumsOfCode[]> {
  const lines: SumsOfCode[] = []
  for (let after = ''; ; ) {
    const path = `/v1/tax-not-due?end_customer_id=${customer}&date=${date}&limit=1${after}` as const
    const { status, body } = await get(path)
    expect(status, JSON.stringify(body)).to.equal(200)
    for (const { id, taxes } of body.data) {
      after = `&starting_after=${id}`
      lines.push(
        ...taxes.map((one): SumsOfCode => [one.tax_code, one.base_amount.amount_minor, one.tax_amount.amount_minor]),
      )
    }
    if (!body.has_more) return sumsByCode(lines)
  }
}

function sumsByCode(lines: readonly (readonly (string | number)[])[]): SumsOfCode[] {
  const sums = new Map<string, [number, number]>()
  for (const [code = '', base = 0, tax = 0] of lines) {
    const [bases, taxes] = sums.get(String(code)) ?? [0, 0]
    sums.set(String(code), [bases + Number(base), taxes + Number(tax)])
  }
  return [...sums]
    .filter(([, [base, tax]]) => base !== 0 || tax !== 0)
    .map(([code, [base, tax]]): SumsOfCode => [code, base, tax])
    .sort()
}
