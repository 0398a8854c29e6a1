import type { AccountingDocument } from '../../documents/accounting-document.ts'
import { type Finding, findingIf, forType, type KnownSupplier, type RuleContext } from '../../documents/rule-context.ts'
import { isUid } from '../../documents/uid.ts'
import type { PostingSettings } from '../../setup/posting-settings.ts'
import { provesInputTax } from '../input-tax-rules.ts'
import { registrationOfLine } from '../registration.ts'
import { taxCodeFor } from '../tax-codes.ts'

export type SupplierUidWanted = Pick<KnownSupplier, 'end_customer_id' | 'uid'>

type OfCustomer = { readonly end_customer_id: string; readonly document: AccountingDocument }

/** A valid UID without dots, blanks and suffix: CHE116281710. */
export function plainUid(text: string): string {
  return text
    .toUpperCase()
    .replace(/[\s.-]/g, '')
    .slice(0, 'CHE116281710'.length)
}

/** The plain form of a valid UID where the suffix of the VAT register is missing; else null. */
function uidWithoutSuffix(text: string): string | null {
  return /\d[\s.-]*$/.test(text) && isUid(text) ? plainUid(text) : null
}

/**
 * The UID that decides whether input tax of a document may be deducted, where it does not say by itself that the supplier is
 * registered; else null.
 *
 * @source MWSTG Art. 26 Abs. 2 lit. a, Art. 28
 */
function uidInDoubt(document: AccountingDocument, settings: Pick<PostingSettings, 'vat_registrations'>): string | null {
  if (document.fact_type !== 'expense_document' || document.partner_uid === null || !provesInputTax(document))
    return null
  // Most UIDs have a suffix, and every fact asks several times: so the number is looked at before the lines.
  const uid = uidWithoutSuffix(document.partner_uid)
  if (uid === null) return null
  const isDeducted = document.tax_lines.some((line) => {
    const direction = taxCodeFor('expense_document', line.tax_code)?.direction ?? 'none'
    return direction.startsWith('input_') && registrationOfLine(settings, line, document).method === 'effective'
  })
  return isDeducted ? uid : null
}

/** What has to be known of the suppliers of some documents, each once. Most batches want nothing. */
export function supplierUidsWanted(
  facts: readonly OfCustomer[],
  settings: ReadonlyMap<string, Pick<PostingSettings, 'vat_registrations'>>,
): SupplierUidWanted[] {
  const wanted = facts.flatMap(({ end_customer_id, document }): SupplierUidWanted[] => {
    const its = settings.get(end_customer_id)
    const uid = its ? uidInDoubt(document, its) : null
    return uid === null ? [] : [{ end_customer_id, uid }]
  })
  return [...new Map(wanted.map((one) => [`${one.end_customer_id} ${one.uid}`, one])).values()]
}

/** By end customer. */
export function supplierUidsByCustomer(known: readonly KnownSupplier[]): Map<string, Map<string, KnownSupplier>> {
  const grouped = Map.groupBy(known, ({ end_customer_id }) => end_customer_id)
  return new Map([...grouped].map(([id, its]) => [id, new Map(its.map((one) => [one.uid, one]))]))
}

/** Lets later documents of a batch see that the supplier of a posted one was asked about. */
export function keepSupplierUid(
  known: Map<string, Map<string, KnownSupplier>>,
  { end_customer_id, document }: OfCustomer,
  settings: PostingSettings,
): void {
  const uid = uidInDoubt(document, settings)
  if (uid === null) return
  const its = known.get(end_customer_id) ?? new Map<string, KnownSupplier>()
  if (!its.has(uid)) its.set(uid, { end_customer_id, uid, is_registered: null })
  known.set(end_customer_id, its)
}

/** Asks about a supplier once. A missing suffix takes no input tax away: a QR code never has one. */
export const findUidWithoutSuffix = forType('expense_document', ({ document, settings, supplier_uids }) => {
  const uid = uidInDoubt(document, settings)
  if (uid === null || supplier_uids.has(uid)) return []
  return findingIf(
    true,
    `Input tax is deducted, and the UID of the supplier does not say that it is registered for VAT: ${uid}.`,
  )
})

/** Somebody has looked the supplier up, and it is not registered: what it shows as tax is cost. */
export const findUnregisteredSupplier = forType('expense_document', (context: RuleContext): Finding[] => {
  const { document, settings, supplier_uids } = context
  const uid = uidInDoubt(document, settings)
  const isUnregistered = uid !== null && supplier_uids.get(uid)?.is_registered === false
  return findingIf(
    isUnregistered && !document.has_input_tax_decision,
    `Supplier ${uid} is not registered for VAT, as somebody has answered, so its tax is not deducted.`,
  )
})
