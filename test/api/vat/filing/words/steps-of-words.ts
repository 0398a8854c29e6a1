import fc from 'fast-check'
import { firstOf, post } from '../../../../support/client.ts'
import {
  chf,
  credit,
  debit,
  EXPENSES,
  expense,
  INVOICES,
  invoice,
  taxLine,
  VOUCHERS,
  voucher,
} from '../../../../support/requests/examples.ts'
import { booked } from '../../records.ts'

export const step = fc.record({
  does: fc.constantFrom('pay', 'pay', 'settle', 'cash', 'lose', 'sell', 'allocate', 'reverse', 'reverse'),
  day: fc.constantFrom('2025-05-05', '2025-08-04', '2025-09-05', '2025-11-11', '2026-02-05'),
  word: fc.constantFrom('correction', 'annual_reconciliation', 'current', null),
  tax_date: fc.constantFrom(null, null, '2025-08-20'),
  amount: fc.integer({ min: 100, max: 9_999 }),
  of: fc.nat(9),
})
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never

type Books = { readonly sale: string; readonly bill: string; readonly facts: string[] }

export async function openBooks(customer: string): Promise<Books> {
  const of = (gross: number, lines: object[]) => ({
    business_date: '2025-02-10',
    payload: { document_date: '2025-02-10', supply_date: '2025-02-10', gross_amount: chf(gross), tax_lines: lines },
  })
  await booked(
    INVOICES,
    invoice(customer, of(210_700, [taxLine('V81', 100_000, 8_100), taxLine('V26', 100_000, 2_600)])),
  )
  await booked(EXPENSES, expense(customer, of(108_100, [taxLine('I81', 100_000, 8_100)])))
  const { id: sale } = await firstOf('documents', customer)
  const { id: bill } = await firstOf('supplier-payables', customer)
  return { sale, bill, facts: [] }
}

export async function take(
  customer: string,
  { does, day, word, tax_date, amount, of }: Step,
  books: Books,
): Promise<void> {
  const said = { ...(word && { vat_period: word }), ...(word && word !== 'current' && tax_date && { tax_date }) }
  const { facts, sale } = books
  if (does === 'reverse') {
    const fact = facts[of % (facts.length || 1)]
    const asked = {
      end_customer_id: customer,
      reason: 'x',
      posting_date: day,
      ...(word ? { vat_period: word } : { cause: 'error' }),
    }
    if (fact) await post(`/v1/source-facts/${fact}/reverse`, asked as never, { wait: 10 })
    return
  }
  if (does === 'allocate') {
    const lines = [{ document_id: sale, amount: chf(amount) }]
    await post(
      '/v1/allocations',
      { end_customer_id: customer, account_code: '1000', posting_date: day, lines, ...said } as never,
      { wait: 10 },
    )
    return
  }
  if (does === 'sell') {
    const payload = {
      document_date: day,
      supply_date: day,
      gross_amount: chf(10_810),
      tax_lines: [taxLine('V81', 10_000, 810)],
    }
    await tried(customer, INVOICES, invoice(customer, { business_date: day, payload, ...said }), facts)
    return
  }
  const payload = { lines: linesOf(does, amount, books), document_date: day }
  await tried(customer, VOUCHERS, voucher(customer, { business_date: day, payload, ...said }), facts)
}

function linesOf(does: 'pay' | 'settle' | 'cash' | 'lose', amount: number, { sale, bill }: Books): object[] {
  const tax = Math.round((amount * 81) / 1_081)
  return {
    pay: [debit('1020', amount), credit('1100', amount, takes(sale, 'payment'))],
    settle: [
      debit('2000', amount, { open_item: { supplier_payable_id: bill, purpose: 'payment' } }),
      credit('1020', amount),
    ],
    cash: [
      debit('1000', amount),
      credit('3400', amount - tax),
      credit('2200', tax, { tax_code: 'V81', tax_base: chf(amount - tax) }),
    ],
    lose: [debit('3805', amount), credit('1100', amount, takes(sale, 'write_off'))],
  }[does]
}

/** What is refused stays away: it would be open work of its return. */
async function tried(
  customer: string,
  path: typeof VOUCHERS | typeof INVOICES,
  request: object,
  facts: string[],
): Promise<void> {
  const { body } = await post(path, request, { wait: 10 })
  if (body.state === 'posted') facts.push(body.id)
  else
    await post(`/v1/source-facts/${body.id}/withdraw`, { end_customer_id: customer, reason: 'x' } as never, {
      wait: 10,
    })
}

function takes(document_id: string, purpose: string) {
  return { open_item: { document_id, purpose } }
}
