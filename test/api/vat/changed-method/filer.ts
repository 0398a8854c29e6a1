import { expect } from 'chai'
import { insertVatRegistrationChange } from '../../../../shared/store/vat/registrations.ts'
import { get, post } from '../../../support/client.ts'
import { chf, EXPENSES, expense, INVOICES, invoice } from '../../../support/requests/examples.ts'
import { service } from '../../../support/service.ts'
import { fetchAs } from '../../statements/books-to-show.ts'
import { newFiler } from '../filing/worked-quarter.ts'
import { register } from '../register.ts'

type Amount = { readonly amount_minor: number } | null | undefined
const minor = (money: Amount) => money?.amount_minor ?? null

/** Net tax rates are examples. */
export const NET = {
  method: 'net_tax_rate',
  consideration: 'agreed',
  filing_period: 'half_year',
  activities: [{ activity_id: '85591', rate_bp: 620, text: 'Beratung', accounts: ['3400'] }],
} as const

export const netAt = (rate_bp: number, activity_id = '85591') => ({
  ...NET,
  activities: [{ activity_id, rate_bp, text: activity_id === '85591' ? 'Beratung' : 'Anderes', accounts: ['3400'] }],
})

/** An end customer with the registrations of some days, who files its returns. */
export async function filer(registrations: readonly (readonly [valid_from: string, registration: object])[]) {
  const customer = await newFiler()
  const change = async (valid_from: string, registration: object) => {
    const { status, body } = await register(customer, valid_from, registration)
    return { status, codes: status === 202 ? [] : codesOfError(body), body }
  }
  for (const [valid_from, registration] of registrations)
    expect((await change(valid_from, registration)).status).to.equal(202)
  /** An invoice, or a credit note, of a day; more is what its request says beside. */
  const invoiced = async (...of: Parameters<typeof fieldsOf>) =>
    (await post(INVOICES, invoice(customer, fieldsOf(...of)), { wait: 10 })).body
  const billed = async (...of: Parameters<typeof fieldsOf>) =>
    (await post(EXPENSES, expense(customer, fieldsOf(...of)), { wait: 10 })).body
  const returnOf = async (period: string, more = '') => {
    const { status, body } = await get(`/v1/vat-returns/${period}?end_customer_id=${customer}${more}`)
    expect(status, JSON.stringify(body)).to.equal(200)
    return body
  }
  /** Lines of a return that are not nothing: the figure or the activity with its rate, base and tax. */
  const figures = async (period: string, more = '') =>
    (await returnOf(period, more)).lines.flatMap((line) =>
      minor(line.base_amount) || minor(line.tax_amount)
        ? [[line.figure ?? `${line.activity_id} ${line.rate_bp}`, minor(line.base_amount), minor(line.tax_amount)]]
        : [],
    )
  const file = async (period: string, submission = 'first', open_work: readonly string[] = []) => {
    const { status, body } = await post(
      `/v1/vat-returns/${period}/file` as '/v1/vat-returns/{period}/file',
      {
        end_customer_id: customer,
        submission,
        accepted: open_work.map((code) => ({ code, reason: 'x' })),
      } as never,
    )
    return status === 201
      ? { status, payable: body.payable_tax.amount_minor, added: body.added_tax.amount_minor, codes: [] }
      : { status, payable: null, added: null, codes: codesOfError(body) }
  }
  const fileOf = async (period: string) =>
    (await fetchAs(`/v1/vat-returns/${period}?end_customer_id=${customer}`, 'application/xml')).text()
  return { customer, change, invoiced, billed, returnOf, figures, file, fileOf }
}

/** A registration as a release before took it, which did not look at what is posted behind it. */
export function registeredBefore(customer: string, valid_from: string, registration: object): Promise<void> {
  const rest = { activities: [], exchange_rates: 'daily', reason: 'x', actor_id: 'x' }
  const change = { valid_from, ...rest, ...registration } as unknown as Parameters<
    typeof insertVatRegistrationChange
  >[2]
  return service().owner.transaction((tx) => insertVatRegistrationChange(tx, customer, change))
}

function fieldsOf(day: string, gross: number, tax_lines: object[], payload: object = {}, more: object = {}) {
  return {
    business_date: day,
    ...more,
    payload: { document_date: day, gross_amount: chf(gross), tax_lines, ...payload },
  }
}

function codesOfError(body: unknown): string[] {
  return (body as { error: { details: { code: string }[] } }).error.details.map(({ code }) => code)
}
