import { hash, sign } from 'node:crypto'
import { ASN1Obj } from '@sigstore/core'
import { der, derOid, TAG } from '../../../shared/proof/tokens/der.ts'
import { nameOf, type Signer } from './certificates.ts'

const SHA256 = der(TAG.sequence, derOid('2.16.840.1.101.3.4.2.1'))
const TST_INFO = derOid('1.2.840.113549.1.9.16.1.4')
const integer = (value: number) => der(TAG.integer, Buffer.of(value))

export type Said = {
  /** YYYYMMDDhhmmss, perhaps with a fraction, and Z. */
  readonly time: string
  readonly signer: Signer
  /** null: that of the request. */
  readonly imprint?: Buffer
  readonly nonce?: Buffer
  /** Certificates that come with that of the signer. */
  readonly others?: readonly Buffer[]
}

/** What an authority answers to a request: a token of RFC 3161, made by hand, apart from the code that reads it. */
export function answerTo(request: Buffer, { time, signer, ...said }: Said): Buffer {
  const [, imprint, nonce] = ASN1Obj.parseBuffer(Buffer.from(request)).subs
  const content = der(
    TAG.sequence,
    integer(1),
    derOid('1.2.3.4.1'),
    der(TAG.sequence, SHA256, der(TAG.octets, said.imprint ?? (imprint?.subs[1]?.value as Buffer))),
    integer(7),
    der(0x18, Buffer.from(time)),
    der(TAG.integer, said.nonce ?? (nonce?.value as Buffer)),
  )
  return der(TAG.sequence, der(TAG.sequence, integer(0)), tokenOf(content, signer, said.others ?? []))
}

/** An answer without a token. @param bits of its PKIFailureInfo */
export function refusal(status: number, text?: string, bits?: Buffer): Buffer {
  const said = text === undefined ? [] : [der(TAG.sequence, der(0x0c, Buffer.from(text)))]
  const failures = bits === undefined ? [] : [der(0x03, Buffer.of(0), bits)]
  return der(TAG.sequence, der(TAG.sequence, integer(status), ...said, ...failures))
}

function tokenOf(content: Buffer, { issuer_name, key, certificate }: Signer, others: readonly Buffer[]): Buffer {
  const named = der(TAG.sequence, der(TAG.sequence, der(TAG.sequence, der(TAG.octets, sha256(certificate.raw)))))
  const attributes = [
    attribute('1.2.840.113549.1.9.3', TST_INFO),
    attribute('1.2.840.113549.1.9.4', der(TAG.octets, sha256(content))),
    attribute('1.2.840.113549.1.9.16.2.47', named),
  ].sort(Buffer.compare)
  const signature = sign('sha256', der(TAG.set, ...attributes), key)
  const signer = der(
    TAG.sequence,
    integer(1),
    der(TAG.sequence, nameOf(issuer_name), integer(1)),
    SHA256,
    der(0xa0, ...attributes),
    der(TAG.sequence, derOid('1.2.840.10045.4.3.2')),
    der(TAG.octets, signature),
  )
  const signed = der(
    TAG.sequence,
    integer(3),
    der(TAG.set, SHA256),
    der(TAG.sequence, TST_INFO, der(0xa0, der(TAG.octets, content))),
    der(0xa0, certificate.raw, ...others),
    der(TAG.set, signer),
  )
  return der(TAG.sequence, derOid('1.2.840.113549.1.7.2'), der(0xa0, signed))
}

function attribute(oid: string, value: Buffer): Buffer {
  return der(TAG.sequence, derOid(oid), der(TAG.set, value))
}

function sha256(bytes: Buffer): Buffer {
  return hash('sha256', bytes, 'buffer')
}
