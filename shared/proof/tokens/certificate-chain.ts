import type { X509Certificate } from 'node:crypto'
import { requireForStamps, requireIssuer } from './certificate-purposes.ts'
import { TokenError } from './parsed.ts'

/** Longer chains are not what authorities have. */
const MOST = 8

/**
 * Requires that a certificate signs stamps, that it was valid then, and that it leads to one that is trusted, over issuers that were
 * valid then and may issue it. Whether one was revoked is not asked: that would need the network.
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
  requireForStamps(certificate, at)
  if (trusted === null) return
  const reasons: TokenError[] = []
  if (leadsTo({ trusted, others, at, reasons, done: new Set() }, [certificate])) return
  throw reasons[0] ?? new TokenError('its certificate does not lead to one of TIMESTAMP_CA_FILE')
}

type ChainSearch = {
  readonly trusted: readonly X509Certificate[]
  readonly others: readonly X509Certificate[]
  readonly at: string
  /** Why issuers that signed were refused. */
  readonly reasons: TokenError[]
  /** Certificates by their place in a chain. */
  readonly done: Set<string>
}

/**
 * An issuer may have several certificates with one name and key, of which one leads on: all are tried.
 *
 * Certificates that all sign each other have more ways than anybody could try, so that none is tried twice from one place: what
 * it did not lead to over one way of a length, it does not lead to over another.
 *
 * @param chain from the signer on
 */
function leadsTo(search: ChainSearch, chain: readonly X509Certificate[]): boolean {
  const { trusted, others, at, reasons, done } = search
  const last = chain.at(-1) as X509Certificate
  if (trusted.some((one) => isSame(one, last))) return true
  const place = `${last.fingerprint256} ${chain.length}`
  if (chain.length > MOST || done.has(place)) return false
  done.add(place)
  return [...trusted, ...others].some((issuer) => {
    if (chain.some((one) => isSame(one, issuer)) || !isSignedBy(last, issuer)) return false
    const reason = reasonAgainst(issuer, chain, at)
    if (reason) reasons.push(reason)
    return reason === null && leadsTo(search, [...chain, issuer])
  })
}

function isSame(one: X509Certificate, other: X509Certificate): boolean {
  return one.fingerprint256 === other.fingerprint256
}

function isSignedBy(certificate: X509Certificate, issuer: X509Certificate): boolean {
  return certificate.issuer === issuer.subject && certificate.verify(issuer.publicKey)
}

function reasonAgainst(issuer: X509Certificate, chain: readonly X509Certificate[], at: string): TokenError | null {
  try {
    requireIssuer(issuer, chain, at)
    return null
  } catch (error) {
    if (error instanceof TokenError) return error
    throw error
  }
}
