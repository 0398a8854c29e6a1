import { get, put } from '../../support/client.ts'

export const EFFECTIVE = { method: 'effective', consideration: 'agreed', filing_period: 'quarter' } as const
export const NET_RATE = {
  method: 'net_tax_rate',
  consideration: 'agreed',
  filing_period: 'half_year',
  activities: [{ activity_id: '12345', rate_bp: 620, text: 'Beratung' }],
} as const
export const NOT_REGISTERED = { method: 'not_registered' } as const

/** A registration from a day on; the answer comes once everything is evaluated anew. */
export function register(end_customer_id: string, valid_from: string, registration: object, more: object = {}) {
  const body = { end_customer_id, valid_from, reason: 'Anmeldung', ...registration, ...more }
  return put('/v1/vat-registrations', body as never, { wait: 10 })
}

export async function registrationsOf(end_customer_id: string) {
  return (await get(`/v1/vat-registrations?end_customer_id=${end_customer_id}`)).body.registrations
}
