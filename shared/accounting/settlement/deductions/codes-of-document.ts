import { reductionCodeOf, TAX_CODES } from '../../vat/tax-codes.ts'
import { type DocumentOfItem, partsOfDocument } from './taxed-document.ts'

/** The codes under which taxes of a document can be reduced one by one, each once. */
export function codesOfDocument(document: DocumentOfItem): string[] {
  const booked = partsOfDocument(document).parts.flatMap(({ record }) => record ?? [])
  const memo = document.memo.flatMap(({ tax_code }) => {
    const code = TAX_CODES.get(tax_code)
    return code && code.direction !== 'acquisition' ? [{ tax_code, direction: code.direction }] : []
  })
  return [...new Set([...booked, ...memo].map(reductionCodeOf))]
}
