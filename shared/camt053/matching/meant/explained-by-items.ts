import { partnerNameKey } from '../../../accounting/documents/comparable-text.ts'
import { bare, compact, numbersIn } from '../compare-texts.ts'

/** What a debit is booked for. */
export type ItemOfDebit = {
  readonly partner_name: string
  readonly partner_key: string
  /** The account of its document, without blanks. */
  readonly iban: string | null
  readonly document_number: string | null
  /** Without blanks. */
  readonly payment_reference: string | null
}

/** A debit, or one payment of a collective one. */
type PartTold = {
  readonly name: string | null
  readonly account_of_other: string | null
  readonly references: readonly string[]
  readonly text: string
}

type CreditorTold = Pick<ItemOfDebit, 'partner_name' | 'partner_key' | 'iban'>

/** Shorter ones stand in texts by chance. */
const LEAST_OF_NUMBER = 5

/** It goes to the account of a document, or, where not both accounts are known, to the whole name of its partner. */
export function isToCreditor(
  { name, account_of_other }: Pick<PartTold, 'name' | 'account_of_other'>,
  { partner_name, iban }: Pick<CreditorTold, 'partner_name' | 'iban'>,
): boolean {
  const account = account_of_other === null ? null : compact(account_of_other)
  if (account !== null && iban !== null) return account === iban
  return name !== null && partnerNameKey(name) === partnerNameKey(partner_name)
}

/**
 * Whether the items that a debit is booked for are what a part of it has paid, so that it is of nothing else: of the partner of the other payable, or of who gets the part, or named by it.
 */
export function isExplainedByItems(part: PartTold, items: readonly ItemOfDebit[], other: CreditorTold): boolean {
  const numbers = numbersIn(part.text)
  const references = part.references.map(compact)
  return items.some((item) => {
    if (item.partner_key === other.partner_key || isToCreditor(part, item)) return true
    const number = bare(item.document_number ?? '')
    if (number.length >= LEAST_OF_NUMBER && numbers.has(number)) return true
    return item.payment_reference !== null && references.includes(item.payment_reference)
  })
}
