import { constants, hash, type KeyObject, verify, type X509Certificate } from 'node:crypto'
import { type ASN1Obj, X509Certificate as ParsedCertificate } from '@sigstore/core'
import { requireTrusted } from './certificate-chain.ts'
import { oidOf, part, readable, TokenError } from './parsed.ts'
import { SHA256_OID } from './request-of-stamp.ts'
import { readToken, type SignerInfo, type TimeStampToken, TST_INFO } from './time-stamp-token.ts'

/** Digests by their OID, and of the signature algorithms that say theirs. SHA-1 is no proof any more. */
const DIGESTS: Readonly<Record<string, string>> = {
  [SHA256_OID]: 'sha256',
  '2.16.840.1.101.3.4.2.2': 'sha384',
  '2.16.840.1.101.3.4.2.3': 'sha512',
}
const DIGESTS_OF_SIGNATURES: Readonly<Record<string, string>> = {
  '1.2.840.113549.1.1.11': 'sha256',
  '1.2.840.113549.1.1.12': 'sha384',
  '1.2.840.113549.1.1.13': 'sha512',
  '1.2.840.10045.4.3.2': 'sha256',
  '1.2.840.10045.4.3.3': 'sha384',
  '1.2.840.10045.4.3.4': 'sha512',
}
const RSA_PSS = '1.2.840.113549.1.1.10'
const CONTENT_TYPE = '1.2.840.113549.1.9.3'
const MESSAGE_DIGEST = '1.2.840.113549.1.9.4'
const SIGNING_CERTIFICATE = '1.2.840.113549.1.9.16.2.12'
const SIGNING_CERTIFICATE_V2 = '1.2.840.113549.1.9.16.2.47'

/**
 * Verifies a token: that it stamps this SHA-256, that its signature is that of the certificate which it names, that this
 * certificate is for stamps, and, where certificates are trusted, that it leads to one of them. No network is needed.
 *
 * @param trusted certificates of authorities; null: the certificate that comes with the token is believed
 * @throws TokenError with the first reason why it is no proof
 */
export function verifyToken(
  bytes: Buffer,
  imprint: Buffer,
  trusted: readonly X509Certificate[] | null,
): TimeStampToken {
  const token = readable(() => readToken(bytes))
  if (token.imprint_algorithm !== SHA256_OID || !token.imprint.equals(imprint))
    throw new TokenError(`it stamps ${token.imprint.toString('hex')}`)
  const certificate = readable(() => certificateOfSigner(token))
  readable(() => requireSigned(token, certificate.publicKey))
  requireTrusted(certificate, token.certificates, token.stamped_at, trusted)
  return token
}

/** The signed attributes name the certificate by its hash, so that no other one with the same key can take its place. */
function certificateOfSigner({ signer, certificates }: TimeStampToken): X509Certificate {
  const [algorithm, named] = namedCertificate(signer)
  const found = certificates.find(({ raw }) => hash(algorithm, raw, 'buffer').equals(named))
  if (!found) throw new TokenError('the certificate that it names did not come with it')
  if (!isNamedBy(signer.named_by, found)) throw new TokenError('it names its certificate in two ways that differ')
  return found
}

function isNamedBy(name: ASN1Obj, { raw }: X509Certificate): boolean {
  const { issuer, serialNumber, extSubjectKeyID } = ParsedCertificate.parse(Buffer.from(raw))
  if (name.tag.isContextSpecific(0)) return extSubjectKeyID?.keyIdentifier.equals(name.value) ?? false
  return part(name, 0).value.equals(issuer) && part(name, 1).value.equals(serialNumber)
}

function namedCertificate({ attributes }: SignerInfo): [algorithm: string, hash: Buffer] {
  const second = attributes.get(SIGNING_CERTIFICATE_V2)
  if (second) {
    const named = part(part(second, 0), 0)
    // The algorithm stands there only where it is not SHA-256.
    const first = part(named, 0)
    if (first.tag.isOctetString()) return ['sha256', first.value]
    return [digestOf(oidOf(part(first, 0))), part(named, 1).value]
  }
  const first = attributes.get(SIGNING_CERTIFICATE)
  if (!first) throw new TokenError('it names no certificate')
  return ['sha1', part(part(part(first, 0), 0), 0).value]
}

function requireSigned({ signer, content }: TimeStampToken, key: KeyObject): void {
  const type = signer.attributes.get(CONTENT_TYPE)
  const digest = hash(digestOf(signer.digest_algorithm), content, 'buffer')
  const signed = signer.attributes.get(MESSAGE_DIGEST)
  if (!type || oidOf(type) !== TST_INFO || !signed || !digest.equals(signed.value))
    throw new TokenError('its signature is of another content')
  if (!isSignatureValid(signer, key)) throw new TokenError('its signature is not valid')
}

function isSignatureValid({ signature_algorithm, signed_bytes, signature, ...signer }: SignerInfo, key: KeyObject) {
  const digest = DIGESTS_OF_SIGNATURES[signature_algorithm] ?? digestOf(signer.digest_algorithm)
  const isEdwards = key.asymmetricKeyType === 'ed25519' || key.asymmetricKeyType === 'ed448'
  const padding = signature_algorithm === RSA_PSS ? { padding: constants.RSA_PKCS1_PSS_PADDING } : {}
  try {
    return verify(isEdwards ? null : digest, signed_bytes, { key, ...padding }, signature)
  } catch {
    return false
  }
}

function digestOf(oid: string): string {
  const digest = DIGESTS[oid]
  if (!digest) throw new TokenError(`its digest ${oid} is not known`)
  return digest
}
