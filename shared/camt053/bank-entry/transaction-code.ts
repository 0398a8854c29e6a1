import { type Element, textOf } from '../element.ts'

/** The kind of a transaction: a code of ISO 20022 in three steps, or one of the bank. */
export type BankTransactionCode = {
  readonly domain: string | null
  readonly family: string | null
  readonly subfamily: string | null
  readonly proprietary: string | null
  readonly proprietary_issuer: string | null
}

export function transactionCodeOf(code: Element | undefined): BankTransactionCode | null {
  if (!code) return null
  return {
    domain: textOf(code, 'Domn', 'Cd'),
    family: textOf(code, 'Domn', 'Fmly', 'Cd'),
    subfamily: textOf(code, 'Domn', 'Fmly', 'SubFmlyCd'),
    proprietary: textOf(code, 'Prtry', 'Cd'),
    proprietary_issuer: textOf(code, 'Prtry', 'Issr'),
  }
}
