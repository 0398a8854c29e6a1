import { jsonInteger } from '../../shared/canonical/json-integer.ts'
import type { Money } from '../../shared/contract/primitives.ts'

export function presentMoney(amount_minor: bigint, currency: string): Money {
  return { amount_minor: jsonInteger(amount_minor), currency }
}
