import { FIRST_DAY } from '../../../contract/vat/registrations.ts'
import { type Finding, forVouchers } from '../../documents/rule-context.ts'
import { itemsOfVoucher } from '../../open-items/items-of-voucher.ts'
import { supplyOfMemo } from '../../vat/consideration/taken-over-tax.ts'
import { METHODS } from '../../vat/filing/other-method.ts'
import { registrationOn } from '../../vat/registration.ts'

/**
 * Items of another system, with tax that payments will declare, whose documents are older than the first registration with a
 * date, where that has another method. Before it holds what nobody may have put.
 *
 * @source MWSTG Art. 37
 */
const findBeforeRegistration = forVouchers(({ document, ...context }) => {
  const { vat_registrations } = context.settings
  if (vat_registrations.length < 2) return []
  const today = registrationOn(context.settings, document.business_date)
  return itemsOfVoucher(document, context).lines.flatMap(({ index, opens }): Finding[] => {
    const day = opens?.tax_lines
      .filter(({ declared }) => declared === false)
      .map((line) => supplyOfMemo(opens, line).supply_date)
      .sort()[0]
    if (day === undefined) return []
    const ofDocument = registrationOn(context.settings, day)
    const isUndated = ofDocument.valid_from === FIRST_DAY && ofDocument.method !== 'not_registered'
    if (!isUndated || ofDocument.method === today.method) return []
    const what = day === opens?.document_date ? 'document' : 'supply'
    const message = `The ${what} of ${day} is older than the registration from ${vat_registrations[1]?.valid_from} on, so its tax is taken over by ${METHODS[ofDocument.method]}, which holds before it. On ${document.business_date} ${METHODS[today.method]} holds.`
    return [{ message, pointer: `/payload/lines/${index}/open_item/new/document_date` }]
  })
})

/** A row of the warnings. */
export const ITEM_BEFORE_REGISTRATION = {
  code: 'item_before_registration',
  pointer: '/payload/lines',
  remedy:
    'Nothing, where that method held then. Else reverse the voucher before anybody pays, put the registration from 1 January of the document’s year on, or an earlier day, with PUT /v1/vat-registrations, and send the voucher again.',
  source: 'MWSTG Art. 37; MWSTV Art. 79, 81',
  find: findBeforeRegistration,
} as const
