import { type Element, firstText, textOf } from '../element.ts'

export type BankAccount = {
  readonly iban: string | null
  readonly other: string | null
  readonly currency: string | null
  readonly name: string | null
}

export function bankAccountOf(acct: Element | undefined): BankAccount | null {
  if (!acct) return null
  return {
    iban: textOf(acct, 'Id', 'IBAN'),
    other: firstText(acct, ['Id', 'Othr', 'Id'], ['Id', 'PrtryAcct', 'Id'], ['Prxy', 'Id']),
    currency: textOf(acct, 'Ccy'),
    name: textOf(acct, 'Nm'),
  }
}

export function nameOf(parties: Element | undefined, party: string): string | null {
  return firstText(parties, [party, 'Nm'], [party, 'Pty', 'Nm'], [party, 'Agt', 'FinInstnId', 'Nm'])
}

export function bicOf(agent: Element | undefined): string | null {
  return firstText(agent, ['FinInstnId', 'BICFI'], ['FinInstnId', 'BIC'])
}
