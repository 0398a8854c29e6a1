import type { Money } from '../../shared/contract/primitives.ts'

/** Part of ECMAScript, but not yet of TypeScript. */
const { rawJSON } = JSON as unknown as { rawJSON(text: string): unknown }

/** A JSON integer of any size: amounts are exact bigint inside and are written out in full. */
export function presentInteger(value: bigint): number {
  const isSafe = value <= BigInt(Number.MAX_SAFE_INTEGER) && value >= BigInt(Number.MIN_SAFE_INTEGER)
  return isSafe ? Number(value) : (rawJSON(String(value)) as number)
}

export function presentMoney(amount_minor: bigint, currency: string): Money {
  return { amount_minor: presentInteger(amount_minor), currency }
}
