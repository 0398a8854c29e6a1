import type { JournalVoucher } from '../documents/accounting-document.ts'
import { accountFor, type PostingSettings } from '../setup/posting-settings.ts'
import type { UsableBankEntry } from './bank-entry-state.ts'

/** What lines of a voucher still have to give to bank entries; the amounts shrink while they are given away. */
export type BankLine = {
  readonly line_index: number
  readonly account_code: string
  readonly currency: string
  /** The direction of the bank entries that it books: money that comes in is a debit of the ledger. */
  readonly credit_debit: 'CRDT' | 'DBIT'
  left_minor: bigint
}

export function bankLinesOf({ lines }: JournalVoucher): BankLine[] {
  return lines.map(({ account_code, amount: { amount_minor, currency } }, line_index) => ({
    line_index,
    account_code,
    currency,
    credit_debit: amount_minor > 0n ? 'CRDT' : 'DBIT',
    left_minor: amount_minor > 0n ? amount_minor : -amount_minor,
  }))
}

/** The mapping keys of an account at the bank, the most specific first. Those of a QR-IBAN are those of its IBAN. */
export function bankAccountKeys(bank_account: string | null): string[] {
  return [...(bank_account ? [`posting.bank.${bank_account}`] : []), 'posting.bank']
}

/** The lines that stand on the ledger account of a bank entry, in its currency and direction. */
export function linesForBankEntry(
  lines: readonly BankLine[],
  { bank_account, currency, credit_debit }: UsableBankEntry,
  settings: PostingSettings,
  on_date: string,
): BankLine[] {
  const account_code = accountFor(settings, bankAccountKeys(bank_account), on_date)
  return lines.filter(
    (line) => line.account_code === account_code && line.currency === currency && line.credit_debit === credit_debit,
  )
}

/** Gives amounts of lines away, the first one first. @returns what each of them gives */
export function takeFromLines(lines: readonly BankLine[], wanted_minor: bigint) {
  let missing = wanted_minor
  return lines.flatMap((line) => {
    const amount_minor = line.left_minor < missing ? line.left_minor : missing
    missing -= amount_minor
    line.left_minor -= amount_minor
    return amount_minor > 0n ? [{ line_index: line.line_index, amount_minor }] : []
  })
}

export function leftOn(lines: readonly BankLine[]): bigint {
  return lines.reduce((sum, { left_minor }) => sum + left_minor, 0n)
}
