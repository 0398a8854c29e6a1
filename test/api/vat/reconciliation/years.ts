import fc from 'fast-check'
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

/** A document of a generated year, or the reversal of an earlier one. */
export type YearStep =
  | { does: 'book'; path: typeof INVOICES | typeof EXPENSES | typeof VOUCHERS; day: string; payload: object }
  | { does: 'reverse'; fact: number; day: string }

const RATES: Record<string, number> = { '81': 81, '26': 26, '38': 38 }
const rateOf = (code: string) => (code.startsWith('V0') ? 0 : (RATES[code.slice(-2)] ?? 0))
const taxOn = (net: number, code: string) =>
  Math.sign(net) * Math.floor((Math.abs(net) * rateOf(code) * 2 + 1000) / 2000)

const minor = fc.integer({ min: 1, max: 90_000 })
const day = fc
  .tuple(
    fc.constantFrom('2025-11', '2026-01', '2026-02', '2026-04', '2026-07', '2026-10'),
    fc.integer({ min: 1, max: 28 }),
  )
  .map(([month, date]) => `${month}-${String(date).padStart(2, '0')}`)
const sides = fc.constantFrom(1, 1, 1, -1)

const SALES = ['V81', 'V26', 'V38', 'VO81', 'V0X', 'V0E', 'V0D', 'Z900', 'NONE', 'VS81']
const sales = fc
  .record({
    lines: fc.array(fc.tuple(fc.constantFrom(...SALES), minor), { minLength: 1, maxLength: 4 }),
    side: sides,
    day,
  })
  .map(({ lines, side, day }): YearStep => {
    const its = lines.map(([code, net]) => {
      const amount = code === 'VS81' ? -Math.ceil(net / 9) : side * net
      return side < 0 && code === 'VS81' ? (['V81', amount] as const) : ([code, amount] as const)
    })
    const tax_lines = its.map(([code, net]) => taxLine(code, net, taxOn(net, code)))
    const gross = its.reduce((sum, [code, net]) => sum + net + taxOn(net, code), 0)
    return { does: 'book', path: INVOICES, day, payload: { gross_amount: chf(gross || 1), tax_lines } }
  })

const purchases = fc
  .record({
    lines: fc.array(fc.tuple(fc.constantFrom('M81', 'I81', 'I26', 'B81', 'NONE'), minor), {
      minLength: 1,
      maxLength: 3,
    }),
    side: sides,
    day,
  })
  .map(({ lines, side, day }): YearStep => {
    const its = lines.map(([code, net]) => [code, side * net, code === 'B81' ? 0 : taxOn(side * net, code)] as const)
    const gross = its.reduce((sum, [, net, tax]) => sum + net + tax, 0)
    const tax_lines = its.map((line) => taxLine(...line))
    return { does: 'book', path: EXPENSES, day, payload: { gross_amount: chf(gross), tax_lines } }
  })

const REVENUE = ['3000', '3200', '3400', '7000', '8510']
const CREDITED = [...REVENUE, '1530', '6270', '6500', '2800', '1300']
const DEBITED = ['1020', '2800', '1300', '6500']
const signed = (account: string, amount: number, more: object = {}) =>
  amount < 0 ? debit(account, -amount, more) : credit(account, amount, more)

/** Turnover by hand, on one or several accounts, with a base that is theirs, or more or less than that. */
const manualSales = fc
  .record({
    lines: fc.array(fc.tuple(fc.constantFrom(...CREDITED), minor), { minLength: 1, maxLength: 3 }),
    code: fc.constantFrom('V81', 'V26', 'VS81'),
    share: fc.constantFrom(1, 1, 0.5, 1.5),
    counter: fc.constantFrom(...DEBITED),
    side: sides,
    day,
  })
  .map(({ lines, code, share, counter, side, day }): YearStep => {
    const net = lines.reduce((sum, [, amount]) => sum + amount, 0)
    const base = Math.max(Math.round(net * share), 100)
    const tax = taxOn(base, code)
    const its = [
      signed(counter, -side * (net + tax)),
      ...lines.map(([account, amount]) => signed(account, side * amount)),
      signed('2200', side * tax, { tax_code: code, tax_base: chf(base) }),
    ]
    return { does: 'book', path: VOUCHERS, day, payload: { lines: its } }
  })

/** Without a tax record: accruals, tax at a net rate, transfers, less expense, corrections by hand. */
const PAIRS = [
  ['1300', '3200'],
  ['3400', '2300'],
  ['3809', '2201'],
  ['2200', '2201'],
  ['2201', '1171'],
  ['1020', '6500'],
  ['2200', '6945'],
  ['1020', '7000'],
  ['6500', '1020'],
  ['2800', '6270'],
  ['1530', '8510'],
  ['3805', '1020'],
] as const
const untaxed = fc.record({ pair: fc.constantFrom(...PAIRS), amount: minor, day }).map(
  ({ pair: [from, to], amount, day }): YearStep => ({
    does: 'book',
    path: VOUCHERS,
    day,
    payload: { lines: [debit(from, amount), credit(to, amount)] },
  }),
)

const corrections = fc
  .record({ code: fc.constantFrom('K410', 'K415', 'V0X', 'Z910'), amount: minor, day })
  .map(({ code, amount, day }): YearStep => {
    const lines =
      code === 'K410'
        ? [debit('1171', amount, { tax_code: code }), credit('6500', amount)]
        : code === 'K415'
          ? [debit('6500', amount), credit('1171', amount, { tax_code: code })]
          : [debit('1020', amount), credit('7000', amount, { tax_code: code })]
    return { does: 'book', path: VOUCHERS, day, payload: { lines } }
  })

const reversal = fc.record({ does: fc.constant('reverse' as const), fact: fc.nat({ max: 30 }), day })

export const year = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: sales },
    { weight: 2, arbitrary: purchases },
    { weight: 4, arbitrary: manualSales },
    { weight: 3, arbitrary: untaxed },
    { weight: 1, arbitrary: corrections },
    { weight: 2, arbitrary: reversal },
  ),
  { minLength: 8, maxLength: 22 },
)

export function requestOf(customer: string, { path, day, payload }: Extract<YearStep, { does: 'book' }>) {
  const make = path === INVOICES ? invoice : path === EXPENSES ? expense : voucher
  const dates = path === VOUCHERS ? {} : { document_date: day, due_date: day }
  const { due_date: _, ...withoutDue } = dates as { due_date?: string }
  return make(customer, { business_date: day, payload: { ...(path === INVOICES ? dates : withoutDue), ...payload } })
}
