import { accountCode } from '../setup/accounts.ts'

/** The account on which the money stands, where no bank entry says it. */
export const accountOfMoney = {
  ...accountCode,
  description:
    'The account that the money comes to or goes from: cash, a card, a clearing account, private, a shareholder, staff. Any account of the balance sheet without open items',
} as const

export const accountOfMoneyAnswer = {
  type: ['string', 'null'],
  description: 'Null where it is the account of the bank',
} as const
