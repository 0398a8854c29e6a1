import { taxedActivities } from '../../../shared/accounting/vat/activity.ts'
import { withoutReconciled } from '../../../shared/accounting/vat/filing/business-year.ts'
import { returnOfKept } from '../../../shared/accounting/vat/filing/return-read.ts'
import { type DeclaredDays, periodsOfYear } from '../../../shared/accounting/vat/reconciliation/periods-of-year.ts'
import type { ReturnOfYear } from '../../../shared/accounting/vat/reconciliation/return-of-year.ts'
import type { TaxTotal } from '../../../shared/accounting/vat/return/tax-total.ts'
import { hasAmounts, type VatReturn, vatReturnOf } from '../../../shared/accounting/vat/return/vat-return.ts'
import type { VatRegistration } from '../../../shared/contract/vat/registrations.ts'
import type { Db } from '../../../shared/store/db/database.ts'
import { filingsOfDays, type KeptFiling } from '../../../shared/store/vat/filings.ts'
import type { ReturnScope } from '../../../shared/store/vat/tax-accounts.ts'
import { taxOfYear } from '../../../shared/store/vat/tax-of-year.ts'
import { IN_RETURNS, type TaxOfPeriod, taxOfPeriod, taxOfPeriods } from '../../../shared/store/vat/tax-totals.ts'

/** A return of a fiscal year, as the records have it, and as it was filed last. */
export type DeclaredReturn = ReturnOfYear & {
  readonly days: DeclaredDays
  /** Of a period the last one; of the reconciliation of a year all of them. */
  readonly filings: readonly KeptFiling[]
}

/** The tax of a fiscal year is that of all records of its days, whatever return they are in. */
type ReturnsOfYear = { readonly returns: readonly DeclaredReturn[]; readonly tax_of_days: TaxOfPeriod }

/** A return that has days of a fiscal year, and its filings. */
export type DatedReturn = {
  readonly days: DeclaredDays
  readonly is_annual: boolean
  readonly filings: readonly KeptFiling[]
}

/** The periods of a fiscal year, then its reconciliation and others with days of it, whether anything counts in them or not. */
export async function datedReturns(
  tx: Db,
  scope: ReturnScope,
  registrations: readonly VatRegistration[],
): Promise<readonly DatedReturn[]> {
  const filings = await filingsOfDays(tx, scope)
  const periods = periodsOfYear(scope, registrations)
  const isOf =
    (days: DeclaredDays, is_annual: boolean) =>
    ({ period, submission }: KeptFiling) =>
      period === days.name && (submission === 'annual_reconciliation') === is_annual
  return [
    ...periods.map((days) => ({ days, is_annual: false, filings: filings.filter(isOf(days, false)) })),
    ...yearsOf(scope, periods, filings).map((days) => ({
      ...{ days, is_annual: true },
      filings: filings.filter(isOf(days, true)),
    })),
  ]
}

/** The returns of the periods of a fiscal year, then its reconciliation, and others with days of it, where they have anything. */
export async function readReturnsOfYear(
  tx: Db,
  scope: ReturnScope,
  registrations: readonly VatRegistration[],
): Promise<ReturnsOfYear> {
  const declared = await datedReturns(tx, scope, registrations)
  const returns: DeclaredReturn[] = []
  const [periods, years] = [declared.filter(({ is_annual }) => !is_annual), declared.filter((one) => one.is_annual)]
  const kinds = [...IN_RETURNS.period, ...IN_RETURNS.year]
  const spans = [{ ...scope, kinds }, ...periods.map(({ days }) => days)] as const
  const [tax_of_days, ...taxes] = await taxOfPeriods(tx, scope, spans)
  for (const [index, period] of periods.entries())
    returns.push(await returnOf(tx, scope, period, taxes[index]?.in_return ?? []))
  for (const year of years) {
    const annual = await reconciliationOf(tx, scope, year)
    if (annual.filings.length > 0 || annual.in_records.some(hasAmounts)) returns.push(annual)
  }
  return { returns, tax_of_days }
}

async function returnOf(
  tx: Db,
  scope: ReturnScope,
  { days, is_annual, filings }: DatedReturn,
  recorded: readonly TaxTotal[],
): Promise<DeclaredReturn> {
  const onDays = async (as_of: bigint) => {
    const { in_return } = await taxOfPeriod(tx, { ...scope, from: days.from, to: days.to, as_of })
    return figuresOf(in_return, days)
  }
  const filed: VatReturn[] = []
  for (const filing of filings) filed.push(isWhole(filing, days) ? keptOf(filing) : await onDays(filing.entry_number))
  return { name: days.name, days, is_annual, filings, in_records: [figuresOf(recorded, days)], filed }
}

/** Each one has what was booked behind the one before; what is booked behind the last one is in the records alone. */
async function reconciliationOf(
  tx: Db,
  scope: ReturnScope,
  { days, is_annual, filings }: DatedReturn,
): Promise<DeclaredReturn> {
  const between = async (after: bigint, as_of: bigint) => {
    const { in_return } = await taxOfYear(tx, { ...scope, from: days.from, to: days.to, as_of }, after)
    return figuresOf(in_return, days)
  }
  const filed: VatReturn[] = []
  let after = 0n
  for (const filing of filings) {
    filed.push(isWhole(filing, days) ? keptOf(filing) : await between(after, filing.entry_number))
    after = filing.entry_number
  }
  const in_records = [...filed, await between(after, scope.as_of)]
  return { name: days.name, days, is_annual, filings, in_records, filed }
}

/** The reconciliation of a fiscal year, and those of others that have days of it: with these days, and the registration at their end. */
function yearsOf(
  { from, to }: ReturnScope,
  periods: readonly DeclaredDays[],
  filings: readonly KeptFiling[],
): DeclaredDays[] {
  const filed = filings
    .filter(({ submission }) => submission === 'annual_reconciliation')
    .map(({ period: name, period_start, period_end }) => ({ name, from: period_start, to: period_end }))
  const years = new Map(filed.map((year) => [year.name, year]))
  const name = to.slice(0, 4)
  if (!years.has(name)) years.set(name, withoutReconciled({ name, from, to }, filed))
  return [...years.values()].flatMap((year) => {
    const its = periods.filter((period) => period.to >= year.from && period.from <= year.to)
    const [first, last] = [its[0], its.at(-1)]
    if (!first || !last) return []
    const days = {
      from: first.from > year.from ? first.from : year.from,
      to: last.to < year.to ? last.to : year.to,
    }
    return [{ ...last, ...days, name: year.name, is_cut: days.from !== year.from || days.to !== year.to }]
  })
}

/** Whether the days of a filing are the ones that are asked for: the days of a fiscal year may cut its period. */
function isWhole({ period_start, period_end }: KeptFiling, { from, to }: DeclaredDays): boolean {
  return period_start === from && period_end === to
}

function keptOf({ content }: KeptFiling): VatReturn {
  return returnOfKept(content).declaration.vat_return
}

function figuresOf(totals: readonly TaxTotal[], { to, registration }: DeclaredDays): VatReturn {
  const method = registration.method === 'net_tax_rate' ? 'net_tax_rate' : 'effective'
  return vatReturnOf(totals, { method, activities: taxedActivities(registration), last_day: to })
}
