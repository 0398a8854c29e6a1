import type { Invoice, TaxLine } from '../../documents/accounting-document.ts'
import { isMoneyItem, kindsOn } from '../../open-items/new-item.ts'
import { accountFor, type PostingSettings } from '../../setup/posting-settings.ts'
import { roleOfLine } from '../invoice-roles.ts'

/** The account of a line, where it is one of money: a line there asks for an advance, or with the other sign takes it off. */
export function advanceAccountOf(document: Invoice, line: TaxLine, settings: PostingSettings): string | null {
  const account_code = accountFor(settings, roleOfLine(document, line).keys, document.business_date)
  return account_code !== undefined && kindsOn(settings, account_code).some(isMoneyItem) ? account_code : null
}
