import { type Element, firstText, textOf } from '../element.ts'

/** The structured reference of the creditor: a QR reference, an RF reference or another. */
export type CreditorReference = {
  readonly type: string | null
  readonly issuer: string | null
  readonly ref: string | null
}

export function creditorReferenceOf(info: Element): CreditorReference {
  return {
    type: firstText(info, ['Tp', 'CdOrPrtry', 'Cd'], ['Tp', 'CdOrPrtry', 'Prtry']),
    issuer: textOf(info, 'Tp', 'Issr'),
    ref: textOf(info, 'Ref'),
  }
}
