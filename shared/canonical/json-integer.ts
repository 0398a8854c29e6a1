/** Part of ECMAScript, but not yet of TypeScript. */
const { rawJSON } = JSON as unknown as { rawJSON(text: string): unknown }

/** A JSON integer of any size: amounts are exact bigint inside and are written out in full. */
export function jsonInteger(value: bigint): number {
  const number = Number(value)
  return Number.isSafeInteger(number) ? number : (rawJSON(String(value)) as number)
}
