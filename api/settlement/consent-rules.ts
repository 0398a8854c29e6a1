import type { ItemPartner } from '../../shared/accounting/documents/voucher-item.ts'
import { onSide, partnersInWords } from '../../shared/accounting/open-items/partners.ts'
import { partnersOffset } from '../../shared/accounting/open-items/set-off.ts'
import type { ErrorDetail } from '../../shared/contract/platform/errors.ts'

/** A document that a payment pays, with the amount that it takes of it; negative for a credit note. */
export type PaidDocument = {
  readonly partner_name: string
  readonly partner_reference: string | null
  readonly amount_minor: bigint
}

/**
 * Credit of one partner pays for what another one owes with their consent only, as in vouchers. Allocations and the
 * handoffs that propose them are in one currency.
 *
 * @param creditor whose credit the payment is; null for money that is nobody's yet: the allocation decides whose it is
 * @param sign 1n for items of customers, -1n for those of suppliers
 */
export function checkConsent(
  set_off_consent: string | undefined,
  currency: string,
  paid: readonly PaidDocument[],
  creditor: ItemPartner | null,
  sign: 1n | -1n = 1n,
): ErrorDetail[] {
  if (set_off_consent !== undefined) return []
  const relieved = paid.map(({ partner_name: name, partner_reference: reference, amount_minor }) =>
    partOf({ name, reference }, -sign * amount_minor, currency, sign),
  )
  const sum = paid.reduce((total, { amount_minor }) => total + amount_minor, 0n)
  const partners = partnersOffset([...relieved, ...(creditor ? [partOf(creditor, sum, currency, 1n)] : [])])
  if (partners.length === 0) return []
  const message = `Items of different partners are set off: ${partnersInWords(partners)}. Send set_off_consent: who agreed to it, and when.`
  return [{ pointer: '/set_off_consent', code: 'set_off_consent_missing', message }]
}

/** In one currency, one amount compares the partners as well in it as in the base currency. */
function partOf(partner: ItemPartner, minor: bigint, currency: string, sign: 1n | -1n) {
  return { partner: onSide(partner, sign), amount_minor: minor, transaction_minor: minor, currency }
}
