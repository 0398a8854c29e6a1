import { bare, compact, looseNameWordsOf } from '../compare-texts.ts'
import { indexNames, type NameIndex } from '../name-index.ts'
import { mayHaveOneOf } from '../named/some-in-text.ts'
import type { OpenTarget } from '../open-target.ts'
import type { KnownPartner } from '../target-index.ts'
import type { PayableToFit } from './debits-of-payables.ts'

/** What a debit tells of who gets it and for what, whatever its amount. */
type TellingDebit = {
  readonly references: readonly string[]
  readonly text: string
  readonly name: string | null
  readonly account_of_other: string | null
  /** Whom its account is known to pay. */
  readonly known_partners: readonly KnownPartner[]
}

type NamedTarget = Pick<OpenTarget, 'payment_reference' | 'document_number' | 'partner_name'>

/**
 * Whether a debit tells anything that these payables or their suppliers have: a reference, a number, a name or an account. An amount alone
 * proposes nothing, so no other debit is taken apart: most of thousands are for somebody else.
 *
 * @param targets all that the suppliers are owed
 */
export function createFirstLook(
  targets: readonly NamedTarget[],
  payables: readonly PayableToFit[],
): (debit: TellingDebit) => boolean {
  const written = [...targets, ...payables].flatMap(({ payment_reference }) => payment_reference ?? [])
  const references = new Set(written.map(compact))
  const numbers = targets.flatMap(({ document_number }) => document_number ?? [])
  const isWritten = mayHaveOneOf([...numbers, ...written].map(bare))
  const accounts = new Set(payables.flatMap((payable) => payable.accounts))
  const names = indexNames([...targets, ...payables].map(({ partner_name }) => partner_name))
  const isNamed = createNameLook(names)
  return ({ references: said, text, name, account_of_other, known_partners }) =>
    known_partners.length > 0 ||
    (account_of_other !== null && accounts.has(compact(account_of_other))) ||
    said.some((reference) => references.has(compact(reference))) ||
    (name === null ? names.within(looseNameWordsOf(text)).length > 0 : isNamed(name)) ||
    isWritten(text)
}

/** Whether a name is like one of these. One supplier is paid many times. */
function createNameLook({ similarTo }: NameIndex): (name: string) => boolean {
  const known = new Map<string, boolean>()
  return (name) => {
    const is = known.get(name) ?? similarTo(looseNameWordsOf(name)).length > 0
    known.set(name, is)
    return is
  }
}
