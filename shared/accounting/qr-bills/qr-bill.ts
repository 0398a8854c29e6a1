/** A party of a QR-bill, as its code has it. */
export type QrParty = {
  readonly name: string
  /** S: members of an address each have a line. K: two lines of any text, in codes that were printed before November 2025. */
  readonly address_type: 'S' | 'K'
  readonly street_or_line: string | null
  readonly number_or_line: string | null
  readonly post_code: string | null
  readonly town_name: string | null
  readonly country: string
}

/** What a scanned code says, as it says it. Its amounts are in Rappen or cents. */
export type QrBill = {
  readonly iban: string
  readonly creditor: QrParty
  /** Null where the payer writes the amount in. */
  readonly amount_minor: bigint | null
  readonly currency: 'CHF' | 'EUR'
  readonly debtor: QrParty | null
  readonly reference_type: 'QRR' | 'SCOR' | 'NON'
  readonly reference: string | null
  readonly message: string | null
  readonly billing_information: string | null
}

/** An element of the code that is wrong, so that nothing can be read from it. */
export type UnreadableElement = { readonly line: number; readonly name: string; readonly message: string }
