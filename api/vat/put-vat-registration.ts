import assert from 'node:assert/strict'
import { registrationFindings } from '../../shared/accounting/vat/registration-rules.ts'
import { type ErrorDetail, validationFailed } from '../../shared/contract/platform/errors.ts'
import type { VatRegistrationRequest } from '../../shared/contract/vat/registrations.ts'
import { enqueue, enqueueReevaluation } from '../../shared/queue/enqueue.ts'
import type { Tx } from '../../shared/store/db/database.ts'
import { lockLedgers } from '../../shared/store/journal/ledger-heads.ts'
import { appendEvents, vatRegistrationChanged } from '../../shared/store/platform/events.ts'
import { findKnownAccounts } from '../../shared/store/setup/chart.ts'
import { ensureEndCustomer } from '../../shared/store/setup/end-customers.ts'
import { readPostingSettings } from '../../shared/store/setup/posting-settings.ts'
import { readLedger } from '../../shared/store/statements/ledger-snapshot.ts'
import { insertVatRegistrationChange } from '../../shared/store/vat/registrations.ts'
import type { ApiDeps } from '../http/api-deps.ts'
import type { MutatingRequest } from '../http/endpoint.ts'
import { onceReevaluated } from '../http/once-reevaluated.ts'
import { showVatRegistrationChange } from './read-vat-registrations.ts'
import { requireSameTax } from './require-same-tax.ts'

/** Registers an end customer for VAT from a day on, or says that it is not registered. Every change is kept. */
export async function putVatRegistration(tx: Tx, deps: ApiDeps, request: MutatingRequest<VatRegistrationRequest>) {
  const { body, caller, end_customer_id } = request
  const wrong = registrationFindings(body)
  if (wrong.length > 0) throw validationFailed(wrong)
  await ensureEndCustomer(tx, end_customer_id)
  const unknown = await findUnknownAccounts(tx, body)
  if (unknown.length > 0) throw validationFailed(unknown)
  const { valid_from, method, consideration = null, filing_period = null, activities = [], reason } = body
  const { exchange_rates = 'daily' } = body
  const changed = { valid_from, method, consideration, filing_period, activities, exchange_rates }
  const { last_entry_number } = await readLedger(tx, end_customer_id)
  const unlocked = { end_customer_id, last_entry_number }
  const looked = await requireSameTax(tx, unlocked, await registrationsOf(tx, end_customer_id), changed)
  const [head] = await lockLedgers(tx, [end_customer_id])
  assert(head, 'an end customer has a ledger')
  await requireSameTax(tx, head, await registrationsOf(tx, end_customer_id), changed, '/valid_from', looked)
  await insertVatRegistrationChange(tx, end_customer_id, { ...changed, reason, actor_id: caller.key_id })
  await enqueueReevaluation(tx, deps.boss, end_customer_id, 'settings')
  await enqueue(tx, deps.boss, 'vat.transfer', [
    { data: { end_customer_id }, options: { singletonKey: end_customer_id } },
  ])
  const saved = await showVatRegistrationChange(tx, end_customer_id, valid_from)
  await appendEvents(tx, [vatRegistrationChanged(end_customer_id)])
  return { body: saved, current: onceReevaluated(deps, end_customer_id, saved) }
}

async function registrationsOf(tx: Tx, end_customer_id: string) {
  const settings = (await readPostingSettings(tx, [end_customer_id])).get(end_customer_id)
  assert(settings, 'an end customer has settings')
  return settings.vat_registrations
}

async function findUnknownAccounts(tx: Tx, { end_customer_id, activities = [] }: VatRegistrationRequest) {
  const codes = activities.flatMap(({ accounts = [] }) => accounts)
  const known = await findKnownAccounts(tx, end_customer_id, codes, [])
  const isKnown = new Set(known.map(({ account_code }) => account_code))
  return activities.flatMap(({ accounts = [] }, index) =>
    accounts.flatMap((account_code, place): ErrorDetail[] => {
      if (isKnown.has(account_code)) return []
      const pointer = `/activities/${index}/accounts/${place}`
      return [{ pointer, code: 'unknown_account', message: `${account_code} is in no chart of accounts.` }]
    }),
  )
}
