import type { OpenTarget } from '../../../camt053/matching/open-target.ts'
import type { OpenItemSide } from '../../../contract/open-items/open-items.ts'
import { type Db, row, sql } from '../../db/database.ts'
import type { Fragment } from '../../db/filters.ts'
import { isOnSide, isTaxedAdvance } from '../../open-items/open-item-sides.ts'

/** How credit is named: by its document, by the payment that has left it, or as a payable below zero. */
export type CreditType = 'document' | 'payment' | 'supplier_payable'

/** Credit that an allocation sets off: not an advance whose tax is declared already. */
export function findCreditToSetOff(
  db: Db,
  end_customer_id: string,
  side: OpenItemSide,
): Promise<readonly OpenTarget[]> {
  return findCreditTargets(db, end_customer_id, side, sql.fragment`not ${isTaxedAdvance}`)
}

/** Credit that money may pay back; of an advance whose tax is declared already, that goes back with it. */
export type CreditTarget = OpenTarget & { readonly is_taxed_advance: boolean }

/** Credit that money may pay back, as amounts above zero. */
export function findCreditTargets(
  db: Db,
  end_customer_id: string,
  type: CreditType,
  isMeant: Fragment = sql.fragment`true`,
): Promise<readonly CreditTarget[]> {
  const id = type === 'payment' ? sql.fragment`payment_id` : sql.fragment`open_item_id`
  const isNamedSo =
    type === 'payment' ? sql.fragment`kind = 'customer_credit' and payment_id is not null` : isOnSide(type)
  return db.any(sql.type(row<CreditTarget>())`
    select ${id} as id, currency, document_date, -amount_minor as amount_minor, -open_amount_minor as open_amount_minor,
      payment_reference, document_number, partner_name, partner_reference,
      payment_id is null and ${isTaxedAdvance} as is_taxed_advance
    from open_items
    where end_customer_id = ${end_customer_id} and ${isNamedSo} and open_amount_minor < 0 and ${isMeant}
  `)
}
