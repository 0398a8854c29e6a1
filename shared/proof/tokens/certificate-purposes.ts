import type { KeyObject, X509Certificate } from 'node:crypto'
import { X509Certificate as ParsedCertificate } from '@sigstore/core'
import { oidOf, parsed, part, readable, TokenError, tagged } from './parsed.ts'

const KEY_USAGE = '2.5.29.15'
const BASIC_CONSTRAINTS = '2.5.29.19'
const EXTENDED_KEY_USAGE = '2.5.29.37'
const TIME_STAMPING = '1.3.6.1.5.5.7.3.8'
const ANY_PURPOSE = '2.5.29.37.0'
/** Those that are looked at here, and policies and other names, of which nothing is demanded. */
const KNOWN = [KEY_USAGE, BASIC_CONSTRAINTS, EXTENDED_KEY_USAGE, '2.5.29.32', '2.5.29.17']

/** Digital signature and non-repudiation: a key for stamps is for nothing else. */
const SIGNING_BITS = [0, 1]

/**
 * Requires that a certificate signs stamps and nothing else, and was valid then.
 *
 * @throws TokenError
 * @source RFC 3161, section 2.3: its extended key usage is critical and has one purpose
 */
export function requireForStamps(certificate: X509Certificate, at: string): void {
  const its = extensionsOf(certificate)
  const purposes = its.get(EXTENDED_KEY_USAGE)
  const isForStamps = purposes?.isCritical && String(purposesOf(purposes.value)) === TIME_STAMPING
  const usage = its.get(KEY_USAGE)
  const signs = !usage || isSigningOnly(usage.value)
  if (!isForStamps || !signs) throw new TokenError('its certificate is not for stamps')
  requireKnown(its, 'its certificate')
  requireStrong(certificate, 'its certificate')
  requireValid(certificate, 'its certificate', at)
}

/**
 * Requires that a certificate may issue the last one of a chain, and was valid then.
 *
 * @param chain from the signer on
 * @throws TokenError
 * @source RFC 5280, section 6.1.4
 */
export function requireIssuer(issuer: X509Certificate, chain: readonly X509Certificate[], at: string): void {
  const name = `its issuer ${nameOf(issuer)}`
  // OpenSSL looks at the basic constraints and at the key usage for this.
  if (!issuer.ca || !chain.at(-1)?.checkIssued(issuer)) throw new TokenError(`${name} may not sign certificates`)
  const its = extensionsOf(issuer)
  const purposes = its.get(EXTENDED_KEY_USAGE)
  const allowed = purposes && purposesOf(purposes.value)
  if (allowed && !allowed.includes(TIME_STAMPING) && !allowed.includes(ANY_PURPOSE))
    throw new TokenError(`${name} is not for stamps`)
  const between = chain.slice(1).filter(({ subject, issuer: of }) => subject !== of).length
  if (BigInt(between) > pathLengthOf(its.get(BASIC_CONSTRAINTS)?.value))
    throw new TokenError(`${name} allows no chain of this length`)
  requireKnown(its, name)
  requireStrong(issuer, name)
  // How the issuer itself is signed matters where another one vouches for it: then it is the last one of the chain.
  const last = chain.at(-1) as X509Certificate
  requireSignedStrongly(last, chain.length > 1 ? `its issuer ${nameOf(last)}` : 'its certificate')
  requireValid(issuer, name, at)
}

type Extension = { readonly value: Buffer; readonly isCritical: boolean }

function extensionsOf({ raw }: X509Certificate): ReadonlyMap<string, Extension> {
  return readable(() => {
    const certificate = ParsedCertificate.parse(Buffer.from(raw))
    return new Map(
      certificate.extensions.map((one) => {
        const oid = oidOf(part(one, 0))
        const { value, critical } = certificate.extension(oid) ?? { value: Buffer.of(), critical: false }
        return [oid, { value, isCritical: critical }]
      }),
    )
  })
}

function purposesOf(value: Buffer): string[] {
  return parsed(value).subs.map(oidOf)
}

function isSigningOnly(value: Buffer): boolean {
  const used = [...readable(() => parsed(value).toBitString()).entries()].filter(([, bit]) => bit === 1)
  return used.length > 0 && used.every(([index]) => SIGNING_BITS.includes(index))
}

/** How many certificates may stand between an issuer and the signer. */
function pathLengthOf(value: Buffer | undefined): bigint {
  const most = value && parsed(value).subs.find(({ tag }) => tag.isInteger())
  return most ? most.toInteger() : BigInt(Number.MAX_SAFE_INTEGER)
}

/** What is critical and not understood may forbid everything. */
function requireKnown(its: ReadonlyMap<string, Extension>, name: string): void {
  for (const [oid, { isCritical }] of its)
    if (isCritical && !KNOWN.includes(oid))
      throw new TokenError(`${name} has a critical extension that is not known (${oid})`)
}

const LEAST_BITS = { RSA: 2_048, EC: 256 } as const

function requireStrong({ publicKey }: X509Certificate, name: string): void {
  const kind = publicKey.asymmetricKeyType === 'ec' ? 'EC' : 'RSA'
  const least = LEAST_BITS[kind]
  const bits = kind === 'EC' ? bitsOfCurve(publicKey) : (publicKey.asymmetricKeyDetails?.modulusLength ?? least)
  if (bits < least) throw new TokenError(`${name} has an ${kind} key of ${bits} bits, of ${least} that are needed`)
}

const UNCOMPRESSED = 4

/** The key is a point of the curve, whatever name that has or has not. @source SEC 1, section 2.3.3 */
function bitsOfCurve(publicKey: KeyObject): number {
  const [, form, ...coordinates] = part(parsed(publicKey.export({ format: 'der', type: 'spki' })), 1).value
  return (coordinates.length * 8) / (form === UNCOMPRESSED ? 2 : 1)
}

const RSA_PSS = '1.2.840.113549.1.1.10'
const WEAK_HASHES: Readonly<Record<string, string>> = {
  '1.3.14.3.2.26': 'SHA-1',
  '1.2.840.113549.2.2': 'MD2',
  '1.2.840.113549.2.4': 'MD4',
  '1.2.840.113549.2.5': 'MD5',
}

/** Two certificates with one SHA-1 or MD5 can be made, so that a signature of one is one of the other. */
function requireSignedStrongly({ raw, signatureAlgorithm = '' }: X509Certificate, name: string): void {
  const hash = readable(() => weakHashUnderPss(raw))
  const weak = hash !== null ? `RSASSA-PSS and ${hash}` : signatureAlgorithm
  if (hash !== null || /sha-?1\b|sha1with|md[245]/i.test(signatureAlgorithm))
    throw new TokenError(`${name} is signed with ${weak}, which is no proof any more`)
}

/** The name of this algorithm has no hash: that is a parameter, and SHA-1 where it is left out. @source RFC 4055, section 3.1 */
function weakHashUnderPss(raw: Buffer): string | null {
  const algorithm = part(parsed(raw), 1)
  if (oidOf(part(algorithm, 0)) !== RSA_PSS) return null
  const parameters = algorithm.subs[1]
  const hash = parameters && tagged(parameters, 0)
  return hash ? (WEAK_HASHES[oidOf(part(part(hash, 0), 0))] ?? null) : 'SHA-1'
}

function requireValid({ validFromDate, validToDate }: X509Certificate, name: string, at: string): void {
  const time = new Date(at)
  if (time < validFromDate || time > validToDate) throw new TokenError(`${name} was not valid on ${at}`)
}

function nameOf({ subject }: X509Certificate): string {
  return JSON.stringify(subject.replaceAll('\n', ', ').slice(0, 100))
}
