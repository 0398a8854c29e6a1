const WEIGHTS = [5, 4, 3, 2, 7, 6, 5, 4] as const

/**
 * Checks the form and the modulo-11 check digit of a Swiss UID, with or without the VAT suffix: CHE-116.281.710 MWST.
 * It proves the form only; the register knows whether the number was ever issued.
 *
 * @source Federal Statistical Office, UID check digit; suffixes MWST, TVA, IVA and TPV
 */
export function isUid(text: string): boolean {
  const match = /^CHE(\d{8})(\d)(MWST|TVA|IVA|TPV)?$/.exec(text.toUpperCase().replace(/[\s.-]/g, ''))
  if (!match) return false
  const sum = WEIGHTS.reduce((total, weight, index) => total + weight * Number(match[1]?.[index]), 0)
  // A remainder of 1 would need the check digit 10: such numbers are never issued.
  return (11 - (sum % 11)) % 11 === Number(match[2])
}
