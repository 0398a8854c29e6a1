import { createPublicKey, generateKeyPairSync, type KeyObject, sign, X509Certificate } from 'node:crypto'
import { der, derOid, TAG } from '../../../shared/proof/tokens/der.ts'

export type Signer = {
  readonly name: string
  readonly issuer_name: string
  readonly key: KeyObject
  readonly certificate: X509Certificate
}

type Wanted = {
  readonly name: string
  /** null: it signs itself. */
  readonly issuer: Signer | null
  readonly is_authority?: boolean
  /** Such as 1.3.6.1.5.5.7.3.8: stamps. */
  readonly extended_usage?: string
  /** YYYYMMDDhhmmssZ */
  readonly valid?: readonly [from: string, to: string]
  /** Another one that has the same key. */
  readonly key_of?: Signer
}

export const STAMPS = '1.3.6.1.5.5.7.3.8'
const ECDSA_WITH_SHA256 = der(TAG.sequence, derOid('1.2.840.10045.4.3.2'))
const ALWAYS = ['20200101000000Z', '21200101000000Z'] as const

/** A key on P-256 with a certificate of X.509, as an authority for stamps has them. */
export function newSigner({ name, issuer, is_authority, extended_usage, valid = ALWAYS, key_of }: Wanted): Signer {
  const privateKey = key_of?.key ?? generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey
  const issuer_name = issuer?.name ?? name
  const extensions = [
    ...(is_authority ? [extension('2.5.29.19', der(TAG.sequence, der(TAG.boolean, Buffer.of(0xff))))] : []),
    ...(is_authority ? [extension('2.5.29.15', der(0x03, Buffer.of(2, 4)))] : []),
    ...(extended_usage ? [extension('2.5.29.37', der(TAG.sequence, derOid(extended_usage)))] : []),
  ]
  const signed = der(
    TAG.sequence,
    der(0xa0, der(TAG.integer, Buffer.of(2))),
    der(TAG.integer, Buffer.of(1)),
    ECDSA_WITH_SHA256,
    nameOf(issuer_name),
    der(TAG.sequence, ...valid.map((time) => der(0x18, Buffer.from(time)))),
    nameOf(name),
    createPublicKey(privateKey).export({ type: 'spki', format: 'der' }),
    der(0xa3, der(TAG.sequence, ...extensions)),
  )
  const signature = sign('sha256', signed, issuer?.key ?? privateKey)
  const bytes = der(TAG.sequence, signed, ECDSA_WITH_SHA256, der(0x03, Buffer.of(0), signature))
  return { name, issuer_name, key: privateKey, certificate: new X509Certificate(bytes) }
}

export function nameOf(common_name: string): Buffer {
  const attribute = der(TAG.sequence, derOid('2.5.4.3'), der(0x0c, Buffer.from(common_name)))
  return der(TAG.sequence, der(TAG.set, attribute))
}

function extension(oid: string, value: Buffer): Buffer {
  return der(TAG.sequence, derOid(oid), der(TAG.boolean, Buffer.of(0xff)), der(TAG.octets, value))
}
