import { bankAccountOf, bicOf } from './bank-entry/parties.ts'
import { type Element, find, findAll, firstText, textOf } from './element.ts'
import { amountOf, type Direction, dayOf, directionOf, isTrue } from './figures.ts'
import { Refusal } from './refusal.ts'

export type Page = { readonly page: string | null; readonly last: boolean | null }

export type MessageHeader = {
  /** Like `camt.053.001.08`; null where the namespace does not say. */
  readonly version: string | null
  readonly message_id: string | null
  readonly created: string | null
  readonly additional_info: string | null
  readonly page: Page | null
}

/** What a statement says of itself before its entries. */
export type BankStatementHeader = {
  readonly statement_id: string | null
  readonly electronic_seq: string | null
  readonly legal_seq: string | null
  readonly created: string | null
  readonly from: string | null
  readonly to: string | null
  readonly page: Page | null
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

export function messageHeaderOf(header: Element, version: string | null): MessageHeader {
  return {
    version,
    message_id: textOf(header, 'MsgId'),
    created: textOf(header, 'CreDtTm'),
    additional_info: textOf(header, 'AddtlInf'),
    page: pageOf(find(header, 'MsgPgntn')),
  }
}

/**
 * @param statement an element with what came before the first entry
 * @param message_page pages of the message, which up to .02 are those of its statement
 * @throws Refusal account_missing: entries belong to an account
 */
export function bankStatementHeaderOf(statement: Element, message_page: Page | null): BankStatementHeader {
  const acct = find(statement, 'Acct')
  const account = bankAccountOf(acct)
  if (!account || (account.iban ?? account.other) === null) {
    throw new Refusal('account_missing', 'A statement of the file names no account (Acct/Id) before its entries.')
  }
  return {
    statement_id: textOf(statement, 'Id'),
    electronic_seq: textOf(statement, 'ElctrncSeqNb'),
    legal_seq: textOf(statement, 'LglSeqNb'),
    created: textOf(statement, 'CreDtTm'),
    from: textOf(statement, 'FrToDt', 'FrDtTm'),
    to: textOf(statement, 'FrToDt', 'ToDtTm'),
    page: pageOf(find(statement, 'StmtPgntn')) ?? message_page,
    account_iban: account.iban?.replace(/\s/g, '').toUpperCase() ?? null,
    account_other_id: account.other,
    account_currency: account.currency,
    account_owner: firstText(acct, ['Ownr', 'Nm'], ['Ownr', 'Pty', 'Nm']),
    servicer_bic: bicOf(find(acct, 'Svcr')),
  }
}

export function balanceOf(balance: Element): BankBalance {
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

/** The balances of a statement; every one is read, so that a garbled one is noticed. */
export function balancesOf(statement: Element): BankBalance[] {
  return findAll(statement, 'Bal').map(balanceOf)
}

function pageOf(pages: Element | undefined): Page | null {
  if (!pages) return null
  const last = textOf(pages, 'LastPgInd')
  return { page: textOf(pages, 'PgNb'), last: last === null ? null : isTrue(last) }
}
