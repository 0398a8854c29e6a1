import { amountInWords } from '../../../shared/accounting/amounts/decimal.ts'
import type { StatementGap } from '../../../shared/accounting/bank/reconciliation/reconciliation.ts'
import type { Locale } from '../../../shared/contract/setup/settings.ts'
import { type InLocales, wordsOf } from '../../print/words.ts'

/** `{outer}` and `{inner}` are bank statements, and `{figures}` a count with what the bookings come to. */
const SENTENCES = {
  balance: [
    '{outer} hat am ersten Tag von {inner} nie den Saldo, mit dem {inner} beginnt: {amount} Differenz.',
    "{outer} n'a jamais, le premier jour de {inner}, le solde par lequel {inner} commence: écart de {amount}.",
    '{outer} non ha mai, il primo giorno di {inner}, il saldo con cui {inner} comincia: differenza di {amount}.',
    '{outer} never has the balance with which {inner} begins, on its first day: a difference of {amount}.',
  ],
  alone: [
    '{inner} hat Buchungen, die in {outer} fehlen: {figures}.',
    '{inner} contient des écritures qui manquent dans {outer}: {figures}.',
    '{inner} ha registrazioni che mancano in {outer}: {figures}.',
    '{inner} has bookings that {outer} does not have: {figures}.',
  ],
  lacking: [
    '{inner} fehlen Buchungen, die {outer} an seinen Tagen hat: {figures}.',
    'Il manque dans {inner} des écritures que {outer} contient pour ses jours: {figures}.',
    'In {inner} mancano registrazioni che {outer} ha nei suoi giorni: {figures}.',
    '{inner} does not have bookings that {outer} has on its days: {figures}.',
  ],
  figures: [
    '{count}, Gutschriften {credit}, Belastungen {debit}',
    '{count}, crédits {credit}, débits {debit}',
    '{count}, accrediti {credit}, addebiti {debit}',
    '{count}, credits {credit}, debits {debit}',
  ],
} as const satisfies Record<string, InLocales>

/** What two bank statements contradict each other by; also where it comes to nothing in all. */
export function contradictionInWords(
  { contradiction, after, before }: StatementGap,
  currency: string,
  locale: Locale,
): string | null {
  if (contradiction === null) return null
  const { why, amount_minor, entry_count, credit_minor, debit_minor } = contradiction
  const sentences = wordsOf(SENTENCES, locale)
  const values: Readonly<Record<string, string>> = {
    outer: after ?? '?',
    inner: before ?? '?',
    amount: amountInWords(amount_minor, currency),
    count: String(entry_count),
    credit: amountInWords(credit_minor, currency),
    debit: amountInWords(debit_minor, currency),
  }
  const filled = (text: string) => text.replace(/\{(\w+)\}/g, (place, name: string) => values[name] ?? place)
  return filled(sentences(why).replace('{figures}', sentences('figures')))
}
