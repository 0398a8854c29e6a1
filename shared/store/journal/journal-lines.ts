import type { TaxSnapshot } from '../../accounting/documents/tax-record.ts'
import type { JournalLine } from '../../accounting/journal/journal-entry.ts'
import { jsonInteger } from '../../canonical/json-integer.ts'
import { amountsAsText } from '../db/json.ts'

/** A line as the database and exports write it in JSON: amounts are text, so that no integer is rounded on the way. */
export type JournalLineJson = Omit<JournalLine, Amounts | 'tax' | 'tax_due'> & {
  debit_minor: string
  credit_minor: string
  transaction_minor: string
  rate_e8: string | null
  /** Its amounts are numbers of JSON, which the driver rounds beyond 2^53. */
  tax: TaxJson | null
  /** The same from the database, with amounts as text. */
  exact_tax?: TaxJson | null
  /** Its amounts are text. */
  tax_due?: TaxJson[] | null
}
type Amounts = 'debit_minor' | 'credit_minor' | 'transaction_minor' | 'rate_e8'
type TaxJson = Omit<TaxSnapshot, 'base_minor' | 'tax_minor' | 'document' | 'reduced_items' | 'whole'> & {
  base_minor: string | number | bigint
  tax_minor: string | number | bigint
  /** Its amounts are text. */
  document?: { currency: string } & AmountsJson
  /** Their amounts are text. */
  reduced_items?: readonly ({ open_item_id: string } & AmountsJson)[]
  /** Its amounts are text. */
  whole?: AmountsJson
}
type AmountsJson = { base_minor: string | bigint; tax_minor: string | bigint }

/** @throws SyntaxError for an amount that is not an integer */
export function lineFromJson({ exact_tax, tax_due, ...line }: JournalLineJson): JournalLine {
  return {
    ...line,
    debit_minor: BigInt(line.debit_minor),
    credit_minor: BigInt(line.credit_minor),
    transaction_minor: BigInt(line.transaction_minor),
    rate_e8: line.rate_e8 === null ? null : BigInt(line.rate_e8),
    open_item: line.open_item ?? null, // exports of before have no such member
    tax: taxFromJson({ tax: line.tax, ...(exact_tax && { exact_tax }) }),
    ...(tax_due && { tax_due: tax_due.map(recordFromJson) }),
  }
}

/** @throws SyntaxError for an amount that is not an integer */
export function taxFromJson({ tax, exact_tax = tax }: Pick<JournalLineJson, 'tax' | 'exact_tax'>): TaxSnapshot | null {
  return exact_tax && recordFromJson(exact_tax)
}

/** @throws SyntaxError for an amount that is not an integer */
function recordFromJson({ document, reduced_items, whole, ...record }: TaxJson): TaxSnapshot {
  return {
    ...record,
    ...amountsFromJson(record),
    ...(document && { document: { ...document, ...amountsFromJson(document) } }),
    ...(whole && { whole: amountsFromJson(whole) }),
    ...(reduced_items && { reduced_items: reduced_items.map((item) => ({ ...item, ...amountsFromJson(item) })) }),
  }
}

function amountsFromJson({ base_minor, tax_minor }: Pick<TaxJson, 'base_minor' | 'tax_minor'>) {
  return { base_minor: BigInt(base_minor), tax_minor: BigInt(tax_minor) }
}

/** Tax for a JSON column or an export: amounts are numbers of JSON, written in full. */
export function taxAsJson(tax: TaxSnapshot | null) {
  if (tax === null) return null
  const amounts = { base_minor: jsonInteger(tax.base_minor), tax_minor: jsonInteger(tax.tax_minor) }
  return {
    ...tax,
    ...amounts,
    ...(tax.document && { document: amountsAsText(tax.document) }),
    ...(tax.reduced_items && { reduced_items: tax.reduced_items.map(amountsAsText) }),
  }
}
