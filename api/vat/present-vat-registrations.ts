import { addDays } from '../../shared/accounting/amounts/dates.ts'
import type { methodChanges } from '../../shared/accounting/vat/consideration/changed-method.ts'
import type { VatRegistration } from '../../shared/contract/vat/registrations.ts'
import type { Page } from '../../shared/store/db/pages/list-page.ts'
import type { VatRegistrationChangeRow, VatRegistrationRow } from '../../shared/store/vat/registrations.ts'

/** Registrations, oldest first, and changes, newest first. */
export type VatHistory = {
  readonly registrations: Page<VatRegistrationRow>
  readonly changes: Page<VatRegistrationChangeRow>
  /** Days on which a method was changed earlier than it may be. */
  readonly early: readonly string[]
  readonly method_changes: ReturnType<typeof methodChanges>
}

export function presentVatRegistrations(
  end_customer_id: string,
  { registrations, changes, early, method_changes }: VatHistory,
) {
  return {
    object: 'vat_registrations',
    end_customer_id,
    registrations: registrations.rows.map((registration) => {
      const { valid_from, next_from } = registration
      const valid_to = next_from && addDays(next_from, -1)
      const changed = method_changes
        .filter((change) => change.valid_from === valid_from)
        .map(({ to }) => toDo(valid_from, to))
      const warnings = [...(early.includes(valid_from) ? [keptBriefly(valid_from)] : []), ...changed]
      return { object: 'vat_registration', valid_from, valid_to, ...inOrder(registration), warnings }
    }),
    registrations_has_more: registrations.has_more,
    changes: changes.rows.map(({ change_number, valid_from, reason, actor_id, created_at, ...change }) => ({
      object: 'vat_registration_change',
      change_number,
      valid_from,
      ...inOrder(change),
      reason,
      actor_id,
      created_at,
    })),
    has_more: changes.has_more,
  }
}

function keptBriefly(day: string) {
  const message = `Who has chosen the effective method changes to net tax rates after three years at the earliest (MWSTG Art. 37 Abs. 4): see that ${day} was granted.`
  return { code: 'effective_method_kept_briefly', message }
}

/** What a change of method leaves to be done by vouchers, which nobody does by itself. */
function toDo(day: string, to: 'effective' | 'net_tax_rate') {
  const isToNet = to === 'net_tax_rate'
  const correction = isToNet
    ? 'correct the input tax of stock and assets that was deducted, with vouchers K415 (MWSTV Art. 79)'
    : 'deduct the input tax of stock and assets afterwards, with vouchers K410 in the first return of the effective method (MWSTV Art. 81; MWSTG Art. 32)'
  const message = `From ${day} ${isToNet ? 'net tax rates hold' : 'the effective method holds'}: ${correction}; look through the open items and the accounts of tax, 2202 among them; and send reductions of supplies of before with their supply_date.`
  return { code: 'method_changed', message }
}

/** The members in the order of the contract: JSON of the database has one of its own. */
function inOrder(registration: Omit<VatRegistration, 'valid_from'>) {
  const { method, consideration, filing_period, activities, exchange_rates } = registration
  const inWords = activities.map(({ activity_id, rate_bp, text, accounts }) => ({
    activity_id,
    rate_bp,
    text,
    ...(accounts ? { accounts } : {}),
  }))
  return { method, consideration, filing_period, activities: inWords, exchange_rates }
}
