import type { VatMethod } from '../../../contract/vat/registrations.ts'
import { correctsError, type VatPeriod } from '../../../contract/vat/vat-periods.ts'
import { addDays } from '../../amounts/dates.ts'
import type { AccountingDocument } from '../../documents/accounting-document.ts'
import type { TaxSnapshot } from '../../documents/tax-record.ts'
import type { PostingSettings } from '../../setup/posting-settings.ts'
import { registrationOn } from '../registration.ts'
import type { TaxTotal } from '../return/tax-total.ts'
import { hasLine } from '../return/vat-return.ts'
import type { TaxDirection } from '../tax-codes.ts'
import { taxIn, withTaxChanged } from './frozen-tax.ts'

type KnownRegistrations = Pick<PostingSettings, 'vat_registrations'>
type SaidOfTax = Pick<AccountingDocument, 'business_date' | 'vat_period' | 'tax_date'>
type LineOfOneMethod = { readonly tax: TaxSnapshot | null; readonly tax_due?: readonly TaxSnapshot[] }

/** Tax of a supply that counts on a day whose return has another method, and no line for it. */
export type StrandedTax = {
  readonly record: TaxSnapshot
  readonly day: string
  readonly own: VatMethod
  readonly other: VatMethod
  /** The day on which the method of the supply ends; for a supply that is still to come, the one on which it begins. */
  readonly own_day: string
}

/** What of some lines the return of its day cannot have. @source MWSTG Art. 37; MWSTV Art. 79, 81 */
export function strandedTax(
  lines: readonly LineOfOneMethod[],
  posting_date: string,
  settings: KnownRegistrations,
): readonly StrandedTax[] {
  if (hasOneMethod(settings)) return []
  return taxIn(lines).flatMap((record) => {
    const day = record.tax_date ?? posting_date
    if (!isStranded(record, day, settings)) return []
    const methodOn = (date: string) => registrationOn(settings, date).method
    const own_day = dayOfMethod(record, day, settings)
    return [{ record, day, own: methodOn(record.supply_date), other: methodOn(day), own_day }]
  })
}

/**
 * The same of the reversal of an entry, without what cancels tax that is stranded on the same day: it puts the return in order.
 */
export function strandedByReversal(
  original: { readonly posting_date: string; readonly lines: readonly LineOfOneMethod[] },
  reversal: { readonly posting_date: string; readonly lines: readonly LineOfOneMethod[] },
  settings: KnownRegistrations,
): readonly StrandedTax[] {
  const keyOf = ({ record: { tax_code, supply_date }, day }: StrandedTax) => `${tax_code} ${supply_date} ${day}`
  const before = new Set(strandedTax(original.lines, original.posting_date, settings).map(keyOf))
  return strandedTax(reversal.lines, reversal.posting_date, settings).filter((one) => !before.has(keyOf(one)))
}

/**
 * The lines, where somebody has said that their tax belongs to a return of before: what the return of its day cannot have counts
 * on the nearest day of its own method.
 */
export function withOwnMethod<Line extends LineOfOneMethod>(
  lines: readonly Line[],
  posting_date: string,
  settings: KnownRegistrations,
  vat_period: VatPeriod | null,
): readonly Line[] {
  if (!correctsError(vat_period) || hasOneMethod(settings)) return lines
  const placed = (tax: TaxSnapshot): TaxSnapshot => {
    const day = tax.tax_date ?? posting_date
    return isStranded(tax, day, settings) ? { ...tax, vat_period, tax_date: dayOfMethod(tax, day, settings) } : tax
  }
  return lines.map((line) => withTaxChanged<TaxSnapshot, Line>(line, placed))
}

/**
 * The same of tax that payments make due, before anything else places it: the payment is no error of the day of supply, and
 * needs no day to be named.
 */
export function withOwnMethodOfPayments<Line extends LineOfOneMethod>(
  lines: readonly Line[],
  { business_date, vat_period, tax_date }: SaidOfTax,
  settings: KnownRegistrations,
): readonly Line[] {
  if (tax_date !== null || !taxIn(lines).some(isDeclared)) return lines
  const placed = withOwnMethod(lines, business_date, settings, vat_period)
  return placed.map((line, index) => withPayments(lines[index] ?? line, line))
}

function withPayments<Line extends LineOfOneMethod>(line: Line, placed: Line): Line {
  const tax_due = line.tax_due?.map((tax, index) => (isDeclared(tax) ? (placed.tax_due?.[index] ?? tax) : tax))
  return { ...line, ...(tax_due && { tax_due }) }
}

/** Lines whose tax has no day but that of the posting. */
export function withoutPlaced<Line extends LineOfOneMethod>(lines: readonly Line[], placed: readonly Line[]): Line[] {
  return lines.filter((line, index) => (line.tax_due ?? []).every((tax, at) => placed[index]?.tax_due?.[at] === tax))
}

function isDeclared({ kind }: TaxSnapshot): boolean {
  return kind === 'declared'
}

/**
 * Whether a fact says that its tax counts on its own day, whatever its method: it cancels tax that was booked there before it was
 * kept out, such as that of a reversal, which nothing reverses.
 */
export function putsReturnInOrder({ business_date, vat_period, tax_date }: SaidOfTax): boolean {
  return vat_period === 'current' && tax_date === business_date
}

/** For messages. */
export const METHODS: Readonly<Record<VatMethod, string>> = {
  effective: 'the effective method',
  net_tax_rate: 'the net tax rate method',
  not_registered: 'no method',
}

/** For messages. */
export function strandedInWords({ record, day, own, other, own_day }: StrandedTax): string {
  const tax = `${record.tax_code} of a supply on ${record.supply_date} is declared by ${METHODS[own]}, which ${day < record.supply_date ? 'begins' : 'ends'} on ${own_day}.`
  return other === 'not_registered'
    ? `${tax} On ${day} the end customer is not registered, and there is no return.`
    : `${tax} The return of ${day} follows ${METHODS[other]} and has no line for it.`
}

/** Nearly every end customer has kept one method. */
export function hasOneMethod({ vat_registrations }: KnownRegistrations): boolean {
  return vat_registrations.every(({ method }) => method === vat_registrations[0]?.method)
}

function isStranded(record: TaxSnapshot, day: string, settings: KnownRegistrations): boolean {
  const { kind = 'due', base_minor, tax_minor, supply_date } = record
  if ((kind !== 'due' && kind !== 'declared') || (base_minor === 0n && tax_minor === 0n)) return false
  const [own, other] = [registrationOn(settings, supply_date), registrationOn(settings, day)]
  if (own.method === other.method || own.method === 'not_registered') return false
  const total = totalOf(record)
  if (total.direction === 'none') return false
  // Sales are gross under one method and net under the other, also where an activity is missing.
  if (total.direction === 'output' || total.direction === 'output_reduction') return true
  return other.method === 'not_registered' || !hasLine(other.method, total)
}

function dayOfMethod({ supply_date }: TaxSnapshot, day: string, settings: KnownRegistrations): string {
  const { method } = registrationOn(settings, supply_date)
  const isOther = (one: { readonly method: string }) => one.method !== method
  const { vat_registrations } = settings
  if (day < supply_date) {
    const before = vat_registrations.findLastIndex((one) => one.valid_from <= supply_date && isOther(one))
    return vat_registrations[before + 1]?.valid_from ?? supply_date
  }
  const next = vat_registrations.find((one) => one.valid_from > supply_date && isOther(one))
  return next ? addDays(next.valid_from, -1) : supply_date
}

function totalOf(record: TaxSnapshot): TaxTotal {
  const { tax_code, direction, rate_bp, net_rate_bp, form_figure, activity_id = null, base_minor, tax_minor } = record
  return {
    tax_code,
    direction: direction as TaxDirection,
    rate_bp: BigInt(net_rate_bp ?? rate_bp),
    form_figure,
    activity_id,
    base_minor,
    tax_minor,
  }
}
