import { shareOf } from '../../amounts/share-of.ts'
import type { TaxOfItem } from '../../documents/tax-record.ts'
import type { PostingSettings } from '../../setup/posting-settings.ts'
import { partsOfMemo } from './memo-parts.ts'
import { keyOfDue } from './never-due.ts'
import { partsOfTakenOver } from './taken-over-parts.ts'
import { type DocumentOfItem, partsOfDocument, type TaxedPart } from './taxed-document.ts'
import { type PartOfItem, sumOfParts, untaxedPart } from './untaxed-part.ts'

/** The parts of a document by which a reduction is shared out, and its acquisition tax. */
export function documentParts(document: DocumentOfItem, settings: PostingSettings, tax: TaxOfItem | null) {
  const taken = tax?.not_due.filter(({ line }) => line.record_number !== undefined) ?? []
  if (taken.length > 0) return { parts: partsOfTakenOver(document, taken), acquired: [] }
  if (document.memo.length > 0) return { parts: partsOfMemo(document, settings), acquired: [] }
  const { parts, acquired } = partsOfDocument(document)
  const booked = parts.map(withAccount)
  return { parts: sumOfParts(booked) === 0n ? [untaxedPart(document.base_amount_minor)] : booked, acquired }
}

function withAccount(part: TaxedPart): PartOfItem {
  const { tax_line } = part
  return {
    ...part,
    tax_account: tax_line ? { code: tax_line.account_code } : undefined,
    due_key: tax_line && keyOfDue(tax_line),
  }
}

/** A base amount by the amounts of parts; the parts add up to it. */
export function distributed(base_minor: bigint, parts: readonly PartOfItem[]) {
  const whole = sumOfParts(parts)
  let before = 0n
  let given = 0n
  return parts.map((part) => {
    before += part.gross_minor
    const upTo = shareOf(base_minor, before, whole)
    const share_minor = upTo - given
    given = upTo
    return { part, share_minor }
  })
}
