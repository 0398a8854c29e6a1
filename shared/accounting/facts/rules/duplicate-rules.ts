import { type Check, findingIf } from '../../documents/rule-context.ts'

type DuplicateRule = {
  readonly code: string
  readonly pointer: string
  readonly remedy: string
  readonly source: string
  readonly find: Check
}

/** The rules of `RULES` about facts that are booked already, in their place there. */
export const DUPLICATE_RULES = [
  {
    code: 'already_posted',
    pointer: '/external_reference',
    remedy: 'Reverse the posted fact; this one is then booked by itself.',
    source: 'OR Art. 957a Abs. 2 Ziff. 1',
    find: ({ posted_with_same_reference }) =>
      findingIf(
        posted_with_same_reference !== null,
        `Fact ${posted_with_same_reference} with the same external reference is already posted.`,
      ),
  },
  {
    code: 'duplicate_document',
    pointer: '/payload/document_number',
    remedy: 'Reverse the other fact if this one is right, or correct document_number if both are.',
    source: 'OR Art. 957a Abs. 2 Ziff. 1',
    find: ({ duplicate_of }) =>
      findingIf(duplicate_of !== null, `Partner, date, amount and number are those of ${duplicate_of}.`),
  },
] as const satisfies readonly DuplicateRule[]

/** A number of the partner that another fact has, spelt otherwise. */
export const findPossibleDuplicate: Check = ({ duplicate_of, possible_duplicate_of }) =>
  findingIf(
    duplicate_of === null && possible_duplicate_of !== null,
    `Partner and number look like those of ${possible_duplicate_of}.`,
  )
