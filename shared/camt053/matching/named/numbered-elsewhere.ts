import { isPaymentReference } from '../../../accounting/documents/payment-references.ts'
import { areSimilarNames, bare, compact } from '../compare-texts.ts'
import { hasOwnReference } from '../orders/other-reference.ts'
import { numbersOfDocuments } from './numbers-of-documents.ts'

/** A debit that somebody has given to items, or has dismissed. */
export type GivenDebit = {
  readonly entry_id: string
  readonly is_dismissed: boolean
  readonly name: string | null
  /** Without blanks. */
  readonly account: string | null
  readonly references: readonly string[]
  readonly text: string
  /** What it is booked for. */
  readonly items: readonly {
    readonly document_number: string | null
    readonly payment_reference: string | null
    readonly partner_key: string
  }[]
}

/** A payable that is to be ordered. */
type NumberedPayable = {
  readonly supplier_payable_id: string
  readonly document_number: string | null
  readonly partner_name: string
  readonly partner_key: string
  readonly creditor_iban: string | null
}

/**
 * The payables whose number a debit names that is booked for something else, or dismissed. A reference in its own place is believed before a text; and other suppliers
 * have the same numbers, so it has to be one of the supplier.
 */
export function createNumberLook(payables: readonly NumberedPayable[]): (debit: GivenDebit) => NumberedPayable[] {
  const byNumber = Map.groupBy(payables, ({ document_number }) => bare(document_number ?? ''))
  byNumber.delete('')
  return (debit) => {
    const numbers = [...numbersOfDocuments(debit.text).values()].flat().map(bare)
    const named = [...new Set(numbers)].flatMap((number) => byNumber.get(number) ?? [])
    if (named.length === 0 || hasReferenceOfItem(debit)) return []
    const given = new Set(debit.items.map(({ document_number }) => bare(document_number ?? '')))
    return named.filter((payable) => !given.has(bare(payable.document_number ?? '')) && isOfSupplier(debit, payable))
  }
}

function hasReferenceOfItem({ references, items }: GivenDebit): boolean {
  const structured = references.filter(isPaymentReference)
  return items.some(({ payment_reference: own }) => hasOwnReference(structured, own))
}

function isOfSupplier({ items, name, account }: GivenDebit, payable: NumberedPayable): boolean {
  if (items.some(({ partner_key }) => partner_key === payable.partner_key)) return true
  if (account !== null && account === compact(payable.creditor_iban ?? '')) return true
  return name !== null && areSimilarNames(name, payable.partner_name)
}
