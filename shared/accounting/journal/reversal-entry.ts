import { correctsError, type VatPeriod } from '../../contract/vat/vat-periods.ts'
import { addDays } from '../amounts/dates.ts'
import type { TaxSnapshot } from '../documents/tax-record.ts'
import { type FiscalYear, fiscalYearOf, fiscalYearsToAdd } from '../setup/fiscal-years.ts'
import type { PostingSettings } from '../setup/posting-settings.ts'
import { frozenThrough, withoutVatPeriod, withPeriodOfOriginal, withVatPeriod } from '../vat/filing/frozen-tax.ts'
import type { JournalEntry, NewJournalEntry } from './canonical-entry.ts'
import { type JournalLine, reversalLines } from './journal-entry.ts'
import { RULE_VERSION } from './posting.ts'
import { isOpenDay, reversalDate } from './reversal-date.ts'

export type OriginalEntry = Pick<
  JournalEntry,
  | 'journal_entry_id'
  | 'posting_date'
  | 'document_date'
  | 'description'
  | 'source_type'
  | 'source_id'
  | 'source_snapshot'
  | 'entry_type'
  | 'currency'
  | 'lines'
>

/** A reversal that was asked for, by an intent. */
export type RequestedReversal = {
  readonly end_customer_id: string
  readonly intent_id: string
  readonly request: { readonly reason?: string; readonly posting_date?: string; readonly vat_period?: VatPeriod }
  readonly actor_id: string
  readonly request_id: string
}

/**
 * The entry that undoes another one, on the day that the request names, else on the first open one.
 *
 * @param posted_at ISO 8601, UTC, milliseconds
 * @param correctionOn what the reversal leaves to declare of tax that was transferred since, by its lines
 * @returns null where the day is not open, or no day is
 */
export function reversalEntry(
  original: OriginalEntry,
  reversal: RequestedReversal,
  { settings, today }: { readonly settings: PostingSettings; readonly today: string },
  journal_entry_id: string,
  posted_at: string,
  correctionOn: CorrectionOn = () => [],
): NewJournalEntry | null {
  const { end_customer_id, intent_id, request, actor_id, request_id } = reversal
  const mirrored = reversalLines(original.lines)
  const posting_date = dayOf(request, { ...original, lines: withoutVatPeriod(mirrored) }, settings, today)
  if (!posting_date) return null
  const years = [...settings.fiscal_years, ...fiscalYearsToAdd(settings.fiscal_years, posting_date, today)]
  const year = fiscalYearOf(years, posting_date)
  if (!year) return null
  const whole = withCorrection(mirrored, correctionOn)
  return {
    end_customer_id,
    journal_entry_id,
    fiscal_year_id: year.fiscal_year_id,
    posting_date,
    document_date: original.document_date,
    description: `Storno: ${original.description}`,
    source_type: original.source_type,
    source_id: original.source_id,
    entry_type: original.entry_type,
    source_snapshot: {
      reversal: { intent_id, ...request, ...priorYear(years, original, year) },
      original: original.source_snapshot,
    },
    reversal_of: original.journal_entry_id,
    rule_version: RULE_VERSION,
    actor_id,
    request_id,
    currency: original.currency,
    posted_at,
    lines: placed(whole, original, posting_date, request, settings),
  }
}

type CorrectionOn = (mirrored: readonly TaxSnapshot[]) => readonly TaxSnapshot[]

function withCorrection(lines: readonly JournalLine[], correctionOn: CorrectionOn): readonly JournalLine[] {
  const correction = correctionOn(lines.flatMap(({ tax_due = [] }) => tax_due))
  if (correction.length === 0) return lines
  const taxed = lines.findIndex(({ tax, tax_due }) => tax !== null || tax_due !== undefined)
  const place = Math.max(taxed, 0)
  return lines.map((line, index) =>
    index === place ? { ...line, tax_due: [...(line.tax_due ?? []), ...correction] } : line,
  )
}

/**
 * The lines with each tax record where it counts: of an error where that of the original did, and its transfer; else with the
 * reversal, or on the day of the same invoice where it has the day of its original. Nothing of it is added silently to a return that is filed: where nobody has said it, it counts in the current one.
 */
function placed(
  lines: readonly JournalLine[],
  original: OriginalEntry,
  posting_date: string,
  request: RequestedReversal['request'],
  settings: PostingSettings,
): readonly JournalLine[] {
  const { vat_period = null } = request
  if (correctsError(vat_period)) {
    const { posting_date: original_date } = original
    return withPeriodOfOriginal<TaxSnapshot, JournalLine>(lines, original_date, posting_date, vat_period, settings)
  }
  const isKept = ({ tax_date = '' }: TaxSnapshot) =>
    posting_date === original.posting_date && tax_date > (settings.vat_filed_through ?? '')
  const dated = withoutVatPeriod<TaxSnapshot, JournalLine>(lines).map((line) => ({
    ...line,
    tax: line.tax && (isKept(line.tax) ? line.tax : onOrAfter(line.tax, posting_date)),
    ...(line.tax_due && { tax_due: line.tax_due.map((tax) => onOrAfter(tax, posting_date)) }),
  }))
  return withVatPeriod(dated, posting_date, frozenThrough(dated, posting_date, settings), vat_period ?? 'current')
}

/** Tax that counts with a later transfer, or invoice, goes on doing so; that of a day before the reversal counts with the reversal. */
function onOrAfter(record: TaxSnapshot, posting_date: string): TaxSnapshot {
  const { tax_date, ...tax } = record
  return tax_date !== undefined && tax_date > posting_date ? { ...tax, tax_date } : tax
}

/** What an entry of an earlier year had brought is no result of the year in which it is taken back (OR Art. 959b Abs. 2). */
function priorYear(years: readonly FiscalYear[], { posting_date }: OriginalEntry, year: FiscalYear) {
  const prior = fiscalYearOf(years, posting_date)
  return prior && prior.start_date < year.start_date ? { prior_fiscal_year_id: prior.fiscal_year_id } : {}
}

/** Unless it corrects an error, the reversal of filed tax has the first day whose return is not filed. */
function dayOf(
  { posting_date: wanted, vat_period }: RequestedReversal['request'],
  original: OriginalEntry,
  settings: PostingSettings,
  today: string,
) {
  if (wanted !== undefined) return isOpenDay(settings, wanted, today) ? wanted : null
  const isError = correctsError(vat_period ?? null)
  const frozen = isError ? null : frozenThrough(original.lines, original.posting_date, settings)
  const isFiled = frozen !== null && frozen >= original.posting_date
  return reversalDate(settings, isFiled ? addDays(frozen, 1) : original.posting_date, today)
}
