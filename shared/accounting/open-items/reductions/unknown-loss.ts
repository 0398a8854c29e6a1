import type { JournalVoucher } from '../../documents/accounting-document.ts'
import { type Finding, forVouchers, type RuleContext } from '../../documents/rule-context.ts'
import { accountFor } from '../../setup/posting-settings.ts'
import { itemsOfVoucher } from '../items-of-voucher.ts'

const ROLE = 'posting.bad_debt'

/** A row of the warnings. */
export const LOSS_WITHOUT_ROLE = {
  code: 'bad_debt_without_account',
  pointer: '/payload/lines',
  remedy:
    'Map the account of losses to posting.bad_debt (PUT /v1/account-mappings). Where the line is a loss, reverse the voucher then, and send it again with write_off and the line that takes the tax back. Nothing, where it is none.',
  source: 'MWSTG Art. 41',
  find: forVouchers(findUnknownLosses),
} as const

/**
 * Lines that may be losses of documents with tax, beside an item that the voucher calls paid: without an account of losses nothing
 * tells whether they are, and nothing says that their tax stays declared. An account that has a role is none of losses.
 */
function findUnknownLosses(context: RuleContext<JournalVoucher>): Finding[] {
  const { document, settings, accounts } = context
  if (!document.lines.some(({ open_item }) => open_item?.purpose === 'payment')) return []
  if (accountFor(settings, [ROLE], document.business_date) !== undefined || !paysTaxed(context)) return []
  return document.lines.flatMap(({ account_code, amount, open_item, tax_code }, index): Finding[] => {
    const type = accounts.get(account_code)?.account_type
    const isResult = type === 'expense' || type === 'revenue'
    const hasRole = settings.mappings.some((mapping) => mapping.account_code === account_code)
    if (!isResult || hasRole || open_item !== null || tax_code !== null || amount.amount_minor <= 0n) return []
    const message = `Account ${account_code} takes a part of a document with tax that is called paid. No account is mapped to ${ROLE} (3805 of the SME chart), so nothing tells whether that is a loss, whose tax is to be taken back.`
    return [{ message, pointer: `/payload/lines/${index}` }]
  })
}

/** Whether it pays a receivable of a document with tax. */
function paysTaxed(context: RuleContext<JournalVoucher>): boolean {
  const { lines } = context.document
  return itemsOfVoucher(context.document, context).lines.some(
    ({ index, item, amount_minor }) =>
      lines[index]?.open_item?.purpose === 'payment' &&
      item?.by === 'document_id' &&
      amount_minor < 0n &&
      (item.reducible ?? []).length > 0,
  )
}
