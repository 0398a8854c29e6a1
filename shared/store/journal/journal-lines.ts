import type { JournalLine, TaxSnapshot } from '../../accounting/journal/journal-entry.ts'
import { jsonInteger } from '../../canonical/json-integer.ts'

/** A line as the database and exports write it in JSON: amounts are text, so that no integer is rounded on the way. */
export type JournalLineJson = Omit<JournalLine, Amounts | 'tax'> & {
  debit_minor: string
  credit_minor: string
  transaction_minor: string
  rate_e8: string | null
  /** Its amounts are numbers of JSON, which the driver rounds beyond 2^53. */
  tax: TaxJson | null
  /** The same from the database, with amounts as text. */
  exact_tax?: TaxJson | null
}
type Amounts = 'debit_minor' | 'credit_minor' | 'transaction_minor' | 'rate_e8'
type TaxJson = Omit<TaxSnapshot, 'base_minor' | 'tax_minor'> & {
  base_minor: string | number | bigint
  tax_minor: string | number | bigint
}

/** @throws SyntaxError for an amount that is not an integer */
export function lineFromJson({ exact_tax, ...line }: JournalLineJson): JournalLine {
  return {
    ...line,
    debit_minor: BigInt(line.debit_minor),
    credit_minor: BigInt(line.credit_minor),
    transaction_minor: BigInt(line.transaction_minor),
    rate_e8: line.rate_e8 === null ? null : BigInt(line.rate_e8),
    open_item: line.open_item ?? null, // exports of before have no such member
    tax: taxFromJson({ tax: line.tax, ...(exact_tax && { exact_tax }) }),
  }
}

/** @throws SyntaxError for an amount that is not an integer */
export function taxFromJson({ tax, exact_tax = tax }: Pick<JournalLineJson, 'tax' | 'exact_tax'>): TaxSnapshot | null {
  return exact_tax && { ...exact_tax, base_minor: BigInt(exact_tax.base_minor), tax_minor: BigInt(exact_tax.tax_minor) }
}

/** Tax for a JSON column or an export: amounts are numbers of JSON, written in full. */
export function taxAsJson(tax: TaxSnapshot | null) {
  return tax && { ...tax, base_minor: jsonInteger(tax.base_minor), tax_minor: jsonInteger(tax.tax_minor) }
}
