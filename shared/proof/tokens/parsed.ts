import { ASN1Obj } from '@sigstore/core'
import { der } from './der.ts'

/** What is wrong with an answer or a token, as one clause: "its signature is not valid". */
export class TokenError extends Error {}

/** @throws TokenError unless the bytes are one value in DER */
export function parsed(bytes: Buffer): ASN1Obj {
  try {
    return ASN1Obj.parseBuffer(Buffer.from(bytes))
  } catch {
    throw new TokenError('it is not DER')
  }
}

/** @throws TokenError also where what reads values of DER does not like one: bytes from outside may be anything */
export function readable<Value>(read: () => Value): Value {
  try {
    return read()
  } catch (error) {
    throw error instanceof TokenError ? error : new TokenError('it cannot be read')
  }
}

/** A part that the structure of a token demands. @throws TokenError where it is missing */
export function part(value: ASN1Obj | undefined, index: number): ASN1Obj {
  const found = value?.subs[index]
  if (!found) throw new TokenError('a part of it is missing')
  return found
}

/** The part that has the context-specific tag [number]. */
export function tagged(value: ASN1Obj, number: number): ASN1Obj | undefined {
  return value.subs.find(({ tag }) => tag.isContextSpecific(number))
}

/** The bytes of a value as they came: values in DER have one form. */
export function bytesOf(value: ASN1Obj, tag: number = value.tag.toDER()): Buffer {
  return der(tag, value.value)
}

/** @throws TokenError where there is another value */
export function oidOf(value: ASN1Obj): string {
  if (!value.tag.isOID()) throw new TokenError('a part of it is of another kind')
  return value.toOID()
}
