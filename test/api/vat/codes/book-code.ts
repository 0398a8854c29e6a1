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
} from '../../../support/requests/examples.ts'
import type { CodeCase } from './cases.ts'

/** A request with its path. */
type CodeRequest = readonly [path: typeof INVOICES | typeof EXPENSES | typeof VOUCHERS, request: object]

/** The document that the code stands on: an invoice, a document of a supplier, or a voucher that corrects input tax. */
export function documentOf(customer: string, one: CodeCase): CodeRequest {
  const { code, on, net, tax } = one
  if (code.startsWith('K')) return voucherOf(customer, one)
  const isPurchase = /^[MIBE]/.test(code)
  const payload = {
    gross_amount: chf(net + tax),
    tax_lines: [taxLine(code, net, tax, { supply_date: on })],
  }
  return isPurchase ? [EXPENSES, expense(customer, { payload })] : [INVOICES, invoice(customer, { payload })]
}

/** The same as a voucher that the bank pays. Acquisition tax has both of its lines. */
export function voucherOf(customer: string, one: CodeCase): CodeRequest {
  const { code, on, net } = one
  const taxed = { tax_code: code, tax_base: chf(Math.abs(net)), supply_date: on }
  const [letters = ''] = /^(VS|V0|[VZMIBEKN])/.exec(code) ?? []
  const lines = LINES[letters]?.(one, taxed) ?? []
  return [VOUCHERS, voucher(customer, { payload: { lines: [...lines, bankFor(lines)] } })]
}

type Line = ReturnType<typeof debit> | ReturnType<typeof credit>
type LinesOf = (one: CodeCase, taxed: { readonly tax_code: string; readonly supply_date: string }) => Line[]

const untaxed: LinesOf = ({ net }, { tax_code, supply_date }) => [credit('3400', net, { tax_code, supply_date })]
/** By the letters that a code begins with. */
const LINES: Readonly<Record<string, LinesOf>> = {
  V: ({ net, tax }, taxed) => [credit('3400', net), credit('2200', tax, taxed)],
  VS: ({ net, tax }, taxed) => [debit('3800', -net), debit('2200', -tax, taxed)],
  V0: untaxed,
  Z: untaxed,
  N: untaxed,
  M: ({ net, tax }, taxed) => [debit('4000', net), debit('1170', tax, taxed)],
  I: ({ net, tax }, taxed) => [debit('6500', net), debit('1171', tax, taxed)],
  B: ({ code, net, effective }, taxed) => {
    const owed = Number(effective['399'])
    return [
      debit('6500', net),
      debit('1171', owed, { ...taxed, tax_code: `I${code.slice(1)}` }),
      credit('2203', owed, taxed),
    ]
  },
  E: ({ code, tax }) => [debit(code === 'E100M' ? '1170' : '1171', tax, { tax_code: code })],
  K: ({ code, tax }) => [
    (code === 'K410' ? debit : credit)(code === 'K420' ? '1173' : '1174', tax, { tax_code: code }),
  ],
}

function bankFor(lines: readonly Line[]): Line {
  const amountOf = (line: Line) => ('debit' in line ? line.debit.amount_minor : -line.credit.amount_minor)
  const sum = lines.reduce((total, line) => total + amountOf(line), 0)
  return sum > 0 ? credit('1020', sum) : debit('1020', -sum)
}
