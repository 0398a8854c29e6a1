import { formatRate } from '../../shared/accounting/amounts/rate.ts'
import type { TaxSnapshot } from '../../shared/accounting/documents/tax-record.ts'
import type { JournalLine } from '../../shared/accounting/journal/journal-entry.ts'
import { jsonInteger } from '../../shared/canonical/json-integer.ts'
import { publicId } from '../../shared/process/ids.ts'
import { eachInSteps } from '../../shared/process/in-turns.ts'
import type { JournalEntryRow, JournalLineRow } from '../../shared/store/journal/journal-entries.ts'
import { lineFromJson, taxFromJson } from '../../shared/store/journal/journal-lines.ts'
import { presentMoney } from '../http/present-money.ts'
import { sourceId } from './source-id.ts'

/** Contract, "Journal entry (read)". */
export function presentJournalEntry(
  entry: JournalEntryRow,
  lines: readonly ReturnType<typeof presentLine>[] = entry.lines.map((line) => presentLine(line, entry.currency)),
) {
  const id = publicId('journal_entry', entry.journal_entry_id)
  const total = presentMoney(entry.total_minor, entry.currency)
  return {
    object: 'journal_entry',
    id,
    journal_entry_id: id,
    end_customer_id: entry.end_customer_id,
    entry_number: jsonInteger(entry.entry_number),
    fiscal_year_id: entry.fiscal_year_id,
    posting_date: entry.posting_date,
    document_date: entry.document_date,
    description: entry.description,
    entry_type: entry.entry_type,
    currency: entry.currency,
    lines,
    totals: { debit: total, credit: total },
    tax_summary: presentTaxSummary(entry.lines.flatMap((line) => taxFromJson(line) ?? [])),
    source_snapshot: entry.source_snapshot,
    source: { type: entry.source_type, id: sourceId(entry.source_type, entry.source_id) },
    reversal_of: entry.reversal_of && publicId('journal_entry', entry.reversal_of),
    prior_fiscal_year_id: entry.prior_fiscal_year_id,
    reversed_by: entry.reversed_by && publicId('journal_entry', entry.reversed_by),
    actor_id: entry.actor_id,
    request_id: entry.request_id,
    rule_version: entry.rule_version,
    posted_at: entry.posted_at,
    previous_hash: entry.previous_hash,
    entry_hash: entry.entry_hash,
  }
}

/** In steps between which others may go on: an entry has up to a thousand lines. */
export function* presentInSteps(
  entries: readonly JournalEntryRow[],
): Generator<void, ReturnType<typeof presentJournalEntry>[]> {
  const presented: ReturnType<typeof presentJournalEntry>[] = []
  for (const entry of entries) {
    const lines = yield* eachInSteps(entry.lines, (line) => presentLine(line, entry.currency))
    presented.push(presentJournalEntry(entry, lines))
  }
  return presented
}

function presentLine(row: JournalLineRow, currency: string) {
  const { line_number, account_code, ...values } = presentLineToPost(lineFromJson(row), row.line_number, currency)
  return { line_number, account_code, account_id: row.account_id, account_name: row.account_name, ...values }
}

/** A line without what only the ledger knows of it, so that it can be shown before it is posted. */
export function presentLineToPost(line: JournalLine, line_number: number, currency: string) {
  const { account_code, text, open_item, debit_minor, credit_minor, tax, tax_due, rate_e8 } = line
  return {
    line_number,
    account_code,
    text,
    open_item,
    debit: debit_minor === 0n ? null : presentMoney(debit_minor, currency),
    credit: credit_minor === 0n ? null : presentMoney(credit_minor, currency),
    transaction_amount: presentMoney(line.transaction_minor, line.transaction_currency),
    exchange_rate: rate_e8 === null ? null : formatRate(rate_e8),
    tax: tax && {
      tax_code: tax.tax_code,
      direction: tax.direction,
      rate_bp: tax.rate_bp,
      form_figure: tax.form_figure,
      supply_date: tax.supply_date,
      ...(tax.supply_period && { supply_period: tax.supply_period }),
      ...(tax.kind === 'not_due' && { kind: tax.kind }),
      base_amount: presentMoney(tax.base_minor, tax.currency),
      tax_amount: presentMoney(tax.tax_minor, tax.currency),
    },
    ...(tax_due && { tax_due: tax_due.map(presentTaxDue) }),
  }
}

function presentTaxDue({ kind = 'not_due', declares, ...record }: TaxSnapshot) {
  const { tax_code, direction, rate_bp, form_figure, currency, base_minor, tax_minor } = record
  return {
    kind,
    tax_code,
    direction,
    rate_bp,
    form_figure,
    ...(declares && {
      declares: { ...declares, journal_entry_id: publicId('journal_entry', declares.journal_entry_id) },
    }),
    base_amount: presentMoney(base_minor, currency),
    tax_amount: presentMoney(tax_minor, currency),
  }
}

/** Sums of the frozen snapshots by tax code; null without any. */
function presentTaxSummary(snapshots: readonly TaxSnapshot[]) {
  if (snapshots.length === 0) return null
  return [...Map.groupBy(snapshots, ({ tax_code, rate_bp }) => `${tax_code} ${rate_bp}`).values()].map((same) => {
    const [first] = same as [TaxSnapshot]
    const { tax_code, direction, rate_bp, form_figure, currency } = first
    const sum = (field: 'base_minor' | 'tax_minor') => same.reduce((total, tax) => total + tax[field], 0n)
    return {
      tax_code,
      direction,
      rate_bp,
      form_figure,
      base_amount: presentMoney(sum('base_minor'), currency),
      tax_amount: presentMoney(sum('tax_minor'), currency),
    }
  })
}
