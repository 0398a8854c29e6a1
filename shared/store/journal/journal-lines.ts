import type { JournalLine } from '../../accounting/journal/journal-entry.ts'

/** A line as the database and exports write it in JSON: amounts are text, so that no integer is rounded on the way. */
export type JournalLineJson = Omit<JournalLine, 'debit_minor' | 'credit_minor' | 'transaction_minor' | 'rate_e8'> & {
  debit_minor: string
  credit_minor: string
  transaction_minor: string
  rate_e8: string | null
}

/** @throws SyntaxError for an amount that is no integer */
export function lineFromJson(line: JournalLineJson): JournalLine {
  return {
    ...line,
    debit_minor: BigInt(line.debit_minor),
    credit_minor: BigInt(line.credit_minor),
    transaction_minor: BigInt(line.transaction_minor),
    rate_e8: line.rate_e8 === null ? null : BigInt(line.rate_e8),
  }
}
