import type { OpenItemKind } from '../../accounting/facts/open-item-of-fact.ts'
import { sql } from '../db/database.ts'

/** Payables and receivables are the same thing on two sides, in two tables. Outside, a receivable is called a document. */
const TABLES = {
  supplier_payable: { table: 'supplier_payables', id: 'supplier_payable_id', partner: 'supplier' },
  document: { table: 'documents', id: 'document_id', partner: 'customer' },
} as const satisfies Record<OpenItemKind, object>

export const OPEN_ITEM_KINDS = Object.keys(TABLES) as OpenItemKind[]

/** The key of a page of open items. */
export function idColumnOf(kind: OpenItemKind): string {
  return TABLES[kind].id
}

/** The names that differ between the two sides. */
export function identifiersOf(kind: OpenItemKind) {
  const { table, id, partner } = TABLES[kind]
  return {
    table: sql.identifier([table]),
    id: sql.identifier([id]),
    name: sql.identifier([`${partner}_name`]),
    reference: sql.identifier([`${partner}_reference`]),
  }
}
