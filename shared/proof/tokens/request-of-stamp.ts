import { randomBytes } from 'node:crypto'
import { der, derOid, TAG } from './der.ts'

export const SHA256_OID = '2.16.840.1.101.3.4.2.1'

/**
 * A request for a stamp of a SHA-256, with the certificate of the authority in its answer.
 *
 * @param nonce comes back in the token, so that it is the answer to this very request
 * @source RFC 3161, section 2.4.1
 */
export function requestOfStamp(imprint: Buffer, nonce: Buffer): Buffer {
  const algorithm = der(TAG.sequence, derOid(SHA256_OID), der(TAG.null))
  return der(
    TAG.sequence,
    der(TAG.integer, Buffer.of(1)),
    der(TAG.sequence, algorithm, der(TAG.octets, imprint)),
    der(TAG.integer, nonce),
    der(TAG.boolean, Buffer.of(0xff)),
  )
}

/** Positive, and without a zero in front, so that its bytes are those of the integer in DER. */
export function newNonce(): Buffer {
  const bytes = randomBytes(16)
  bytes[0] = ((bytes[0] ?? 0) & 0x3f) | 0x40
  return bytes
}
