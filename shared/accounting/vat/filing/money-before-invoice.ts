import { amountInWords } from '../../amounts/decimal.ts'
import type { OpenWork } from './open-work.ts'

type EarlyMoney = {
  readonly kind: 'payment' | 'receivable'
  readonly id: string
  readonly on_day: string
  readonly partner_name: string
  readonly base_minor: bigint
}

/** So many are named. */
const NAMED = 5

/**
 * Money that came before its invoice, as a warning of the return of its days: it may be taxed with its receipt.
 *
 * @param limit as many are counted
 * @source MWSTG Art. 40 Abs. 1 lit. c
 */
export function moneyToTell(found: readonly EarlyMoney[], limit: number, currency: string): readonly OpenWork[] {
  if (found.length === 0) return []
  const counted = found.slice(0, limit)
  const named = counted.slice(0, NAMED)
  const total = counted.reduce((sum, { base_minor }) => sum + base_minor, 0n)
  const each = named.map((one) => `${amountInWords(one.base_minor, currency)} of ${one.partner_name} on ${one.on_day}`)
  const more = counted.length > named.length ? ' and others' : ''
  return [
    {
      code: 'money_before_invoice',
      count: counted.length,
      blocked: 0,
      is_at_least: found.length > limit,
      first: named.map(({ kind, id }) => ({ kind, id })),
      tax_in_words: `${amountInWords(total, currency)} (${each.join(', ')}${more})`,
    },
  ]
}
