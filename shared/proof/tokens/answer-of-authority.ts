import type { X509Certificate } from 'node:crypto'
import type { ASN1Obj } from '@sigstore/core'
import { bytesOf, parsed, part, readable, TokenError } from './parsed.ts'
import { verifyToken } from './verify-token.ts'

/** An authority does not want to stamp, and says why. */
export class RefusedError extends TokenError {}

const GRANTED = [0n, 1n]
const STATUSES: Readonly<Record<string, string>> = {
  2: 'rejection',
  3: 'waiting',
  4: 'revocation warning',
  5: 'revocation notification',
}
const FAILURES: Readonly<Record<number, string>> = {
  0: 'it does not know the algorithm',
  2: 'it does not allow the request',
  5: 'the data has the wrong format',
  14: 'its clock is not available',
  15: 'it does not support the policy',
  16: 'it does not support the extension',
  17: 'it does not have the additional information',
  25: 'it has a fault',
}

type AskedStamp = {
  readonly imprint: Buffer
  readonly nonce: Buffer
  /** When the answer came, by our clock. */
  readonly at: string
}

/**
 * The token in the answer of an authority, verified before anybody keeps it.
 *
 * @throws RefusedError where the authority does not want to stamp
 * @throws TokenError where it has answered something else, or another request
 * @source RFC 3161, section 2.4.2
 */
export function tokenOfAnswer(
  answer: Buffer,
  { imprint, nonce, at }: AskedStamp,
  trusted: readonly X509Certificate[] | null,
): { readonly token: Buffer; readonly stamped_at: string } {
  const response = parsed(answer)
  readable(() => requireGranted(part(response, 0)))
  const token = bytesOf(part(response, 1))
  const read = verifyToken(token, imprint, trusted)
  if (!read.nonce?.equals(nonce)) throw new TokenError('it answers another request')
  requireTime(read.stamped_at, at)
  return { token, stamped_at: read.stamped_at }
}

/** @param info a PKIStatusInfo */
function requireGranted(info: ASN1Obj): void {
  const status = part(info, 0)
  if (!status.tag.isInteger()) throw new TokenError('it is no answer to a request for a stamp')
  const number = status.toInteger()
  if (GRANTED.includes(number)) return
  const said = info.subs.slice(1).flatMap((one) => (one.tag.isBitString() ? failuresOf(one) : textsOf(one)))
  throw new RefusedError([`${STATUSES[String(number)] ?? 'no stamp'} (status ${number})`, ...said].join(': '))
}

function failuresOf(bits: ASN1Obj): string[] {
  return [...bits.toBitString().entries()].flatMap(([index, bit]) =>
    bit === 1 ? (FAILURES[index] ?? `failure ${index}`) : [],
  )
}

/** A log has what the authority says in one line. */
function textsOf({ subs }: ASN1Obj): string[] {
  return subs.map(({ value }) => value.toString('utf8').replace(/\p{C}/gu, ' ').slice(0, 200))
}

/** Clocks of servers are set by the network; a token of another day is a mistake, or not of now. */
const MOST_APART_MS = 5 * 60 * 1_000

function requireTime(stamped_at: string, at: string): void {
  if (Math.abs(Date.parse(stamped_at) - Date.parse(at)) <= MOST_APART_MS) return
  throw new TokenError(`it says ${stamped_at}, and it is ${at} here: the clocks are more than five minutes apart`)
}
