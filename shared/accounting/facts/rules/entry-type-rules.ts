import type { AccountType } from '../../../contract/setup/accounts.ts'
import type { JournalVoucher } from '../../documents/accounting-document.ts'
import { type Finding, forVouchers, type RuleContext } from '../../documents/rule-context.ts'
import { openingBalanceAccounts, resultAccounts } from '../../setup/accounts-of-roles.ts'
import { isClass9 } from '../../statements/or-rows/unfit-accounts.ts'

type Judge = (account_code: string, account_type: AccountType) => boolean

/**
 * Opening entries touch balance-sheet accounts and the account of the opening balance; closing entries touch income,
 * expense, the accounts that sum them up and the account of the result. Anything else would leave the statements of the
 * year in silence: a depreciation among the closing entries is no expense of any year.
 */
export const findWrongAccounts = forVouchers((context) => {
  const { entry_type } = context.document
  if (entry_type !== 'opening' && entry_type !== 'closing') return []
  const mayTouch = entry_type === 'opening' ? opens(context) : closes(context)
  return context.document.lines.flatMap(({ account_code }, index): Finding[] => {
    const account = context.accounts.get(account_code)
    if (!account || mayTouch(account_code, account.account_type)) return []
    const message = `${SENTENCE[entry_type]} Account ${account_code} is of type ${account.account_type}.${listed(account_code, account.account_type)}`
    return [{ message, pointer: `/payload/lines/${index}/account_code` }]
  })
})

/** An account of class 9 that the chart lists as another one is most often meant to sum up. */
function listed(account_code: string, account_type: AccountType): string {
  const isOther = isClass9(account_code) && account_type !== 'closing'
  return isOther ? ' If it sums up for the opening or the closing, list it in the chart with the type closing.' : ''
}

const SENTENCE = {
  opening: 'An opening entry touches balance-sheet accounts and the account of the opening balance only.',
  closing:
    'A closing entry touches income, expense, the accounts that sum them up and the account of the result only; a booking of the year-end such as depreciation or an accrual is sent as standard.',
} as const

/**
 * Sums of another system, of which it has declared the tax, and transfers between accounts at the end of a year make no
 * tax records.
 */
export const findTaxOfTransfer = forVouchers(({ document: { entry_type, lines } }) =>
  entry_type === 'standard'
    ? []
    : lines.flatMap(({ tax_code }, index) =>
        tax_code === null
          ? []
          : [
              {
                message: `${NAMES[entry_type]} has no tax records; the line says ${tax_code}.`,
                pointer: `/payload/lines/${index}/tax_code`,
              },
            ],
      ),
)

const NAMES = { opening: 'An opening entry', closing: 'A closing entry', takeover: 'A takeover' } as const

function opens({ settings, document }: RuleContext<JournalVoucher>): Judge {
  const ofOpening = openingBalanceAccounts(settings, document.business_date)
  return (code, type) => {
    if (type === 'closing') return ofOpening.size === 0 || ofOpening.has(code)
    return type !== 'revenue' && type !== 'expense'
  }
}

/** Where no account has the role of the result, any of the equity may have it. */
function closes({ settings, document }: RuleContext<JournalVoucher>): Judge {
  const ofOpening = openingBalanceAccounts(settings, document.business_date)
  const ofResult = resultAccounts(settings, document.business_date)
  return (code, type) => {
    if (type === 'closing') return !ofOpening.has(code)
    if (type === 'equity') return ofResult.size === 0 || ofResult.has(code)
    return type === 'revenue' || type === 'expense'
  }
}
