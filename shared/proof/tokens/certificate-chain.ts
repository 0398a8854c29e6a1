import type { X509Certificate } from 'node:crypto'
import { TokenError } from './parsed.ts'

const TIME_STAMPING = '1.3.6.1.5.5.7.3.8'
/** Longer chains are not what authorities have. */
const MOST = 8

/**
 * Requires that a certificate signs stamps, that it was valid then, and that it leads to one that is trusted. Whether it was
 * revoked is not asked: that would need the network.
 *
 * @param others that came with it, from which its issuers are taken
 * @param trusted null: it is believed by itself
 * @throws TokenError
 * @source RFC 3161, section 2.3; RFC 5280, section 6
 */
export function requireTrusted(
  certificate: X509Certificate,
  others: readonly X509Certificate[],
  at: string,
  trusted: readonly X509Certificate[] | null,
): void {
  if (!certificate.keyUsage?.includes(TIME_STAMPING)) throw new TokenError('its certificate is not for stamps')
  requireValid(certificate, at)
  if (trusted === null) return
  let last = certificate
  for (let length = 0; length < MOST; length += 1) {
    if (trusted.some((one) => one.fingerprint256 === last.fingerprint256)) return
    const issuer = [...trusted, ...others].find((one) => one.ca && isIssuedBy(last, one))
    if (!issuer) break
    requireValid(issuer, at)
    last = issuer
  }
  throw new TokenError('its certificate does not lead to one of TIMESTAMP_CA_FILE')
}

function isIssuedBy(certificate: X509Certificate, issuer: X509Certificate): boolean {
  return certificate.checkIssued(issuer) && certificate.verify(issuer.publicKey)
}

function requireValid({ validFromDate, validToDate }: X509Certificate, at: string): void {
  const time = new Date(at)
  if (time < validFromDate || time > validToDate) throw new TokenError(`its certificate was not valid on ${at}`)
}
