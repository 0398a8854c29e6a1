import { bankAccountOf, bicOf } from './bank-entry/parties.ts'
import { type Element, find, findAll, firstText, shortText, textOf } from './element.ts'
import { amountOf, type Direction, dayOf, directionOf, isTrue } from './figures.ts'
import { Refusal } from './refusal.ts'

export type PageNumber = { readonly page: string | null; readonly last: boolean | null }

export type MessageHeader = {
  /** Like `camt.053.001.08`; null where the namespace does not name one. */
  readonly version: string | null
  readonly message_id: string | null
  readonly created: string | null
  readonly additional_info: string | null
  readonly page: PageNumber | null
}

/** Name, period and bank account of a bank statement; they stand before its bank entries. */
export type BankStatementHeader = {
  readonly statement_id: string | null
  readonly electronic_seq: string | null
  readonly legal_seq: string | null
  readonly created: string | null
  readonly from: string | null
  readonly to: string | null
  readonly page: PageNumber | null
  /** Without blanks, in capitals. */
  readonly account_iban: string | null
  readonly account_other_id: string | null
  readonly account_currency: string | null
  readonly account_owner: string | null
  readonly servicer_bic: string | null
}

/** Debit balances are negative. */
export type BankBalance = {
  readonly type: string | null
  readonly sub_type: string | null
  readonly signed_minor: bigint
  readonly currency: string
  readonly credit_debit: Direction
  readonly date: string | null
}

/** In characters. ISO 20022 has 35, 35, 500 and 34; filters take accounts of up to 100. */
const MAX_ID = 140
const MAX_NUMBER = 35
const MAX_TIME = 64
const MAX_INFO = 2_000
const MAX_ACCOUNT = 100

export function messageHeaderOf(header: Element, version: string | null): MessageHeader {
  return {
    version,
    message_id: shortText(header, MAX_ID, 'MsgId'),
    created: shortText(header, MAX_TIME, 'CreDtTm'),
    additional_info: shortText(header, MAX_INFO, 'AddtlInf'),
    page: pageOf(find(header, 'MsgPgntn')),
  }
}

/** Whether the bank has marked the message as a test, as the Swiss Payment Standards have it: `SPS/2.0/TEST`. */
export function isTestFile(header: Pick<MessageHeader, 'additional_info'> | null): boolean {
  return /^SPS\/.*\/TEST$/i.test(header?.additional_info ?? '')
}

/**
 * @param bankStatement with the elements before its first bank entry
 * @param message_page of the message, which up to .02 is the page of its bank statement
 * @throws Refusal account_missing: bank entries belong to a bank account
 */
export function bankStatementHeaderOf(
  bankStatement: Element,
  { noun, page }: { readonly noun: string; readonly page: string },
  message_page: PageNumber | null,
): BankStatementHeader {
  const acct = find(bankStatement, 'Acct')
  const bankAccount = bankAccountOf(acct)
  if (!bankAccount || (bankAccount.iban ?? bankAccount.other) === null) {
    throw new Refusal('account_missing', `A ${noun} of the file names no account (Acct/Id) before its entries.`)
  }
  return {
    statement_id: shortText(bankStatement, MAX_ID, 'Id'),
    electronic_seq: shortText(bankStatement, MAX_NUMBER, 'ElctrncSeqNb'),
    legal_seq: shortText(bankStatement, MAX_NUMBER, 'LglSeqNb'),
    created: shortText(bankStatement, MAX_TIME, 'CreDtTm'),
    from: shortText(bankStatement, MAX_TIME, 'FrToDt', 'FrDtTm'),
    to: shortText(bankStatement, MAX_TIME, 'FrToDt', 'ToDtTm'),
    page: pageOf(find(bankStatement, page)) ?? message_page,
    account_iban: shortAccount(bankAccount.iban?.replace(/\s/g, '').toUpperCase() ?? null),
    account_other_id: shortAccount(bankAccount.other),
    account_currency: bankAccount.currency,
    account_owner: firstText(acct, ['Ownr', 'Nm'], ['Ownr', 'Pty', 'Nm']),
    servicer_bic: bicOf(find(acct, 'Svcr')),
  }
}

/** @throws Refusal text_too_long: accounts are looked up */
function shortAccount(account: string | null): string | null {
  if (account === null || account.length <= MAX_ACCOUNT) return account
  const message = `The account of the file (Acct/Id) has ${account.length} characters, of at most ${MAX_ACCOUNT}.`
  throw new Refusal('text_too_long', message)
}

/** The balances of a bank statement. Every one is read, so a garbled one is noticed. */
export function balancesOf(bankStatement: Element): BankBalance[] {
  return findAll(bankStatement, 'Bal').map(balanceOf)
}

function balanceOf(balance: Element): BankBalance {
  const amount = amountOf(find(balance, 'Amt') ?? { name: 'Bal/Amt', currency: null, text: '', children: [] })
  const credit_debit = directionOf(balance)
  const { amount_minor = 0n, currency = '' } = amount ?? {}
  return {
    type: firstText(balance, ['Tp', 'CdOrPrtry', 'Cd'], ['Tp', 'CdOrPrtry', 'Prtry']),
    sub_type: firstText(balance, ['Tp', 'SubTp', 'Cd'], ['Tp', 'SubTp', 'Prtry']),
    signed_minor: credit_debit === 'DBIT' ? -amount_minor : amount_minor,
    currency,
    credit_debit,
    date: dayOf(find(balance, 'Dt')),
  }
}

function pageOf(pages: Element | undefined): PageNumber | null {
  if (!pages) return null
  const last = textOf(pages, 'LastPgInd')
  return { page: shortText(pages, MAX_NUMBER, 'PgNb'), last: last === null ? null : isTrue(last) }
}
