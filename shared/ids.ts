import { TypeID } from 'typeid-js'
import { v7 } from 'uuid'

/** Kinds of resources and the prefix that their ids carry outside (TypeID): `fact_01jc…` */
const PREFIXES = {
  source_fact: 'fact',
  journal_entry: 'je',
  account: 'acc',
  account_mapping: 'map',
  intent: 'int',
  supplier_payable: 'spay',
  document: 'doc',
  camt053_import: 'imp',
  camt053_entry: 'cent',
  payment: 'pay',
  settlement_candidate: 'cand',
  allocation_handoff: 'hand',
  payment_allocation: 'alloc',
  supplier_payable_settlement: 'settle',
  manual_payment: 'mpay',
} as const
export type Kind = keyof typeof PREFIXES

/** A new id: UUIDv7, so that ids made later sort later, also within a millisecond of one process. */
export function newUuid(): string {
  return v7()
}

/** The id as clients see it. */
export function publicId(kind: Kind, uuid: string): string {
  return TypeID.fromUUID(PREFIXES[kind], uuid).toString()
}

/** The UUID behind a public id, or null when the text is no id of this kind. */
export function uuidOf(kind: Kind, text: string): string | null {
  try {
    return TypeID.fromString(text, PREFIXES[kind]).toUUID()
  } catch {
    return null
  }
}
