import { modulo97 } from '../documents/payment-references.ts'

/** Whether it has the form of an IBAN and the right check digits. @source ISO 13616: modulo 97 */
export function isIban(iban: string): boolean {
  return /^[A-Z]{2}\d{2}[0-9A-Z]{11,30}$/.test(iban) && modulo97(iban.slice(4) + iban.slice(0, 4)) === 1
}

/**
 * Whether it is a QR-IBAN: Swiss or of Liechtenstein, with an institution from 30000 to 31999 and right check digits. It is
 * another name of an account that has an ordinary IBAN, and has no balance of its own.
 *
 * @source Swiss Implementation Guidelines QR-bill: QR-IID; ISO 13616: modulo 97
 */
export function isQrIban(iban: string): boolean {
  if (!/^(CH|LI)\d{7}[0-9A-Z]{12}$/.test(iban)) return false
  const institution = Number(iban.slice(4, 9))
  return institution >= 30_000 && institution <= 31_999 && modulo97(iban.slice(4) + iban.slice(0, 4)) === 1
}

/** The number of the account at its bank, without bank and check digits; null for what is no IBAN of CH or LI. */
export function accountNumberOf(iban: string): string | null {
  return /^(CH|LI)\d{7}[0-9A-Z]{12}$/.test(iban) ? `${iban.slice(0, 2)} ${iban.slice(9)}` : null
}
