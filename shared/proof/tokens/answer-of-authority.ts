import type { X509Certificate } from 'node:crypto'
import { bytesOf, parsed, part, TokenError } from './parsed.ts'
import { verifyToken } from './verify-token.ts'

const GRANTED = [0n, 1n]

/**
 * The token in the answer of an authority, verified before anybody keeps it.
 *
 * @throws TokenError where the authority has refused, or has answered another request
 * @source RFC 3161, section 2.4.2
 */
export function tokenOfAnswer(
  answer: Buffer,
  { imprint, nonce }: { readonly imprint: Buffer; readonly nonce: Buffer },
  trusted: readonly X509Certificate[] | null,
): { readonly token: Buffer; readonly stamped_at: string } {
  const response = parsed(answer)
  const status = part(part(response, 0), 0)
  if (!status.tag.isInteger()) throw new TokenError('it is no answer to a request for a stamp')
  if (!GRANTED.includes(status.toInteger()))
    throw new TokenError(`the authority refuses (status ${status.toInteger()})`)
  const token = bytesOf(part(response, 1))
  const read = verifyToken(token, imprint, trusted)
  if (!read.nonce?.equals(nonce)) throw new TokenError('it answers another request')
  return { token, stamped_at: read.stamped_at }
}
