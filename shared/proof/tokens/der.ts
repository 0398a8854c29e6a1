/** ASN.1 in DER, as far as a request for a stamp needs it. */
export const TAG = {
  boolean: 0x01,
  integer: 0x02,
  octets: 0x04,
  null: 0x05,
  oid: 0x06,
  sequence: 0x30,
  set: 0x31,
} as const

/** A value with its tag and its length. */
export function der(tag: number, ...contents: readonly Buffer[]): Buffer {
  const content = Buffer.concat(contents)
  return Buffer.concat([Buffer.of(tag), lengthOf(content.length), content])
}

/** @param text such as 2.16.840.1.101.3.4.2.1 */
export function derOid(text: string): Buffer {
  const [first = 0, second = 0, ...arcs] = text.split('.').map(Number)
  return der(TAG.oid, Buffer.from([first * 40 + second, ...arcs.flatMap(inSevenBits)]))
}

function inSevenBits(arc: number): number[] {
  const digits = [arc % 128]
  for (let rest = Math.floor(arc / 128); rest > 0; rest = Math.floor(rest / 128)) digits.unshift((rest % 128) + 128)
  return digits
}

function lengthOf(size: number): Buffer {
  if (size < 128) return Buffer.of(size)
  const hex = size.toString(16)
  const bytes = Buffer.from(hex.length % 2 === 0 ? hex : `0${hex}`, 'hex')
  return Buffer.concat([Buffer.of(0x80 + bytes.length), bytes])
}
