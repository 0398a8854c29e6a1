import { X509Certificate } from 'node:crypto'
import type { ASN1Obj } from '@sigstore/core'
import { TAG } from './der.ts'
import { bytesOf, oidOf, parsed, part, TokenError, tagged } from './parsed.ts'

/** What a token says, and what its signature is made of. Nothing of it is verified yet. */
export type TimeStampToken = {
  readonly imprint_algorithm: string
  readonly imprint: Buffer
  /** The time that the authority says, ISO 8601 in UTC. */
  readonly stamped_at: string
  readonly nonce: Buffer | null
  /** What is signed. */
  readonly content: Buffer
  readonly signer: SignerInfo
  readonly certificates: readonly X509Certificate[]
}

export type SignerInfo = {
  /** The certificate: its issuer and serial number, or its key identifier. */
  readonly named_by: ASN1Obj
  readonly digest_algorithm: string
  readonly signature_algorithm: string
  readonly signature: Buffer
  /** The signed attributes as a SET, which the signature covers. */
  readonly signed_bytes: Buffer
  /** The value of each, by its OID. */
  readonly attributes: ReadonlyMap<string, ASN1Obj>
}

/** Those of a signer and of its issuers are three or four. */
const MOST_CERTIFICATES = 20

const SIGNED_DATA = '1.2.840.113549.1.7.2'
export const TST_INFO = '1.2.840.113549.1.9.16.1.4'
const GENERALIZED_TIME = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(\.\d{1,9})?Z$/

/**
 * Reads a token.
 *
 * @throws TokenError for what is none
 * @source RFC 3161, section 2.4.2; RFC 5652, section 5
 */
export function readToken(bytes: Buffer): TimeStampToken {
  const token = parsed(bytes)
  if (oidOf(part(token, 0)) !== SIGNED_DATA) throw new TokenError('it is not signed data')
  const signed = part(part(token, 1), 0)
  const encapsulated = part(signed, 2)
  if (oidOf(part(encapsulated, 0)) !== TST_INFO) throw new TokenError('it is not a token of time')
  const content = part(part(encapsulated, 1), 0).value
  const certificates = tagged(signed, 0)?.subs ?? []
  if (certificates.length > MOST_CERTIFICATES)
    throw new TokenError(`it has more than ${MOST_CERTIFICATES} certificates`)
  const signers = signed.subs.at(-1)
  if (signers?.subs.length !== 1) throw new TokenError('it has not exactly one signer')
  return {
    ...readContent(content),
    content,
    signer: readSigner(part(signers, 0)),
    certificates: certificates.map(certificateOf),
  }
}

function readContent(content: Buffer) {
  const info = parsed(content)
  const imprint = part(info, 2)
  const [year, month, day, hour, minute, second, fraction = ''] =
    GENERALIZED_TIME.exec(part(info, 4).value.toString('latin1'))?.slice(1) ?? []
  if (!year) throw new TokenError('it says no time')
  const time = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}${fraction.slice(0, 4)}Z`)
  if (Number.isNaN(time.getTime())) throw new TokenError('it says no time')
  return {
    imprint_algorithm: oidOf(part(part(imprint, 0), 0)),
    imprint: part(imprint, 1).value,
    stamped_at: time.toISOString(),
    nonce: info.subs.slice(5).find(({ tag }) => tag.isInteger())?.value ?? null,
  }
}

/** Its parts have fixed places, as a key identifier has the same tag as the signed attributes. */
function readSigner(signer: ASN1Obj): SignerInfo {
  const attributes = part(signer, 3)
  if (!attributes.tag.isContextSpecific(0)) throw new TokenError('it has no signed attributes')
  return {
    named_by: part(signer, 1),
    digest_algorithm: oidOf(part(part(signer, 2), 0)),
    signature_algorithm: oidOf(part(part(signer, 4), 0)),
    signature: part(signer, 5).value,
    signed_bytes: bytesOf(attributes, TAG.set),
    attributes: new Map(attributes.subs.map((one) => [oidOf(part(one, 0)), part(part(one, 1), 0)])),
  }
}

function certificateOf(value: ASN1Obj): X509Certificate {
  try {
    return new X509Certificate(bytesOf(value))
  } catch {
    throw new TokenError('a certificate of it cannot be read')
  }
}
