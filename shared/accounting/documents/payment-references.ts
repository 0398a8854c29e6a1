const MODULO_10 = [0, 9, 4, 6, 8, 2, 7, 1, 3, 5] as const

/** True for a QR reference (27 digits) or an ISO 11649 creditor reference (RF…), blanks allowed. */
export function isPaymentReference(text: string): boolean {
  const reference = text.replace(/\s/g, '').toUpperCase()
  return reference.startsWith('RF') ? isCreditorReference(reference) : isQrReference(reference)
}

/** @source Swiss Implementation Guidelines QR-bill: 27 digits, modulo 10 recursive; all zeros is not a reference */
export function isQrReference(reference: string): boolean {
  if (!/^\d{27}$/.test(reference) || /^0+$/.test(reference)) return false
  let carry = 0
  for (const digit of reference.slice(0, 26)) carry = MODULO_10[(carry + Number(digit)) % 10] ?? 0
  return (10 - carry) % 10 === Number(reference[26])
}

/** @source ISO 11649: RF, two check digits from 02 to 98, 1 to 21 letters or digits, modulo 97 */
export function isCreditorReference(reference: string): boolean {
  if (!/^RF\d{2}[0-9A-Z]{1,21}$/.test(reference)) return false
  const check = Number(reference.slice(2, 4))
  return check >= 2 && check <= 98 && modulo97(reference.slice(4) + reference.slice(0, 4)) === 1
}

/** Of letters and digits; a letter counts as two digits, from A as 10 on. */
export function modulo97(text: string): number {
  let rest = 0
  for (const letter of text) {
    const value = Number.parseInt(letter, 36)
    rest = (rest * (value < 10 ? 10 : 100) + value) % 97
  }
  return rest
}

/** The reference of some letters and digits, with its check digits. @source ISO 11649 */
export function creditorReference(text: string): string {
  const check = 98 - modulo97(`${text}RF00`)
  return `RF${String(check).padStart(2, '0')}${text}`
}

/** Items that name no reference have one all the same: it says which line of which entry has opened them. */
export function referenceOfItem(entry_number: bigint, line_number: number): string {
  return creditorReference(`HB${entry_number}L${line_number}`)
}
