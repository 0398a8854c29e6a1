import { ApiError } from '../../shared/contract/platform/errors.ts'
import {
  FIRST_DAY,
  UNDATED_REASON,
  type VatMethod,
  type VatRegistration,
} from '../../shared/contract/vat/registrations.ts'
import type { Tx } from '../../shared/store/db/database.ts'
import type { LedgerHead } from '../../shared/store/journal/ledger-heads.ts'
import { type NewEvent, vatRegistrationChanged } from '../../shared/store/platform/events.ts'
import { readPostingSettings } from '../../shared/store/setup/posting-settings.ts'
import { readLedger } from '../../shared/store/statements/ledger-snapshot.ts'
import { insertVatRegistrationChange } from '../../shared/store/vat/registrations.ts'
import { type LookedAt, requireSameTax } from './require-same-tax.ts'

/** Who files nothing has neither. A client that needs others sends a registration. */
const USUAL = {
  effective: { consideration: 'agreed', filing_period: 'quarter' },
  net_tax_rate: { consideration: 'agreed', filing_period: 'half_year' },
  not_registered: { consideration: null, filing_period: null },
} as const

/**
 * Looks at everything that is posted before the ledger is locked: under the lock only what is posted meanwhile is left.
 *
 * @throws ApiError state_conflict where the method cannot change
 */
export async function lookBeforeUndatedChange(tx: Tx, end_customer_id: string, method: VatMethod): Promise<LookedAt> {
  const { last_entry_number } = await readLedger(tx, end_customer_id)
  const { registrations, changed } = await undatedChange(tx, end_customer_id, method)
  return requireSameTax(tx, { end_customer_id, last_entry_number }, registrations, changed, '/vat_method')
}

/**
 * Changes the VAT method without a date: the registration from the first day on. Once there is one with a date, it says
 * which method is in force today, and stays.
 *
 * @param looked what was looked at before the ledger was locked
 * @returns the events, which the caller appends last
 */
export async function changeUndatedMethod(
  tx: Tx,
  { end_customer_id, last_entry_number }: LedgerHead,
  method: VatMethod,
  actor_id: string,
  looked: LookedAt | null,
): Promise<NewEvent[]> {
  const { registrations, changed } = await undatedChange(tx, end_customer_id, method)
  await requireSameTax(tx, { end_customer_id, last_entry_number }, registrations, changed, '/vat_method', looked)
  await insertVatRegistrationChange(tx, end_customer_id, { ...changed, reason: UNDATED_REASON, actor_id })
  return [vatRegistrationChanged(end_customer_id)]
}

async function undatedChange(tx: Tx, end_customer_id: string, method: VatMethod) {
  const settings = (await readPostingSettings(tx, [end_customer_id])).get(end_customer_id)
  const registrations = settings?.vat_registrations ?? []
  if (registrations.length > 1) {
    const message = 'There are registrations with a date: change the method with PUT /v1/vat-registrations.'
    throw new ApiError('state_conflict', message, [
      { pointer: '/vat_method', code: 'vat_registrations_dated', message },
    ])
  }
  const exchange_rates = (method !== 'not_registered' && registrations[0]?.exchange_rates) || 'daily'
  const usual = USUAL[method]
  const changed: VatRegistration = { valid_from: FIRST_DAY, method, ...usual, activities: [], exchange_rates }
  return { registrations, changed }
}
