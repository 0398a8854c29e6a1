import { amountInWords } from '../../../shared/accounting/amounts/decimal.ts'
import type { MissingNumbers, MissingPages } from '../../../shared/accounting/bank/missing-pages.ts'
import type { StatementGap } from '../../../shared/accounting/bank/reconciliation/reconciliation.ts'
import type { Locale } from '../../../shared/contract/setup/settings.ts'
import { publicId } from '../../../shared/process/ids.ts'
import { type InLocales, wordsOf } from '../../print/words.ts'

/** `{outer}` and `{inner}` are bank statements, and `{figures}` a count with what the bookings come to. */
const SENTENCES = {
  balance: [
    '{outer} hat am ersten Tag von {inner} nie den Saldo, mit dem {inner} beginnt: {amount} Differenz.',
    "{outer} n'a jamais, le premier jour de {inner}, le solde par lequel {inner} commence: écart de {amount}.",
    '{outer} non ha mai, il primo giorno di {inner}, il saldo con cui {inner} comincia: differenza di {amount}.',
    '{outer} never has the balance with which {inner} begins, on its first day: a difference of {amount}.',
  ],
  shared: [
    '{outer} hat den Saldo, mit dem {inner} beginnt, erst nach Buchungen, die als dieselben in beiden gelten: {figures}. Nach den Saldi sind sie nicht dieselben.',
    "{outer} n'a le solde par lequel {inner} commence qu'après des écritures qui passent pour les mêmes dans les deux: {figures}. Selon les soldes, ce ne sont pas les mêmes.",
    '{outer} ha il saldo con cui {inner} comincia solo dopo registrazioni considerate le stesse in entrambi: {figures}. Secondo i saldi non sono le stesse.',
    '{outer} has the balance with which {inner} begins only behind bookings that count as the same in both: {figures}. By the balances they are not the same.',
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
  unread: [
    '{inner} wurde nicht mit {outer} verglichen: es sind mehr Auszüge, Buchungen oder Summen, als verglichen werden.',
    "{inner} n'a pas été comparé à {outer}: il y a plus de relevés, d'écritures ou de sommes qu'on n'en compare.",
    '{inner} non è stato confrontato con {outer}: ci sono più estratti, registrazioni o somme di quanti se ne confrontino.',
    '{inner} was not compared with {outer}: there are more bank statements, bookings or sums than are compared.',
  ],
  untried: [
    'Eine andere Reihenfolge der Auszüge, die an diesem Tag beginnen, kann einen anderen Saldo ergeben: es sind mehr, als probiert werden, ihre Saldi bilden einen Kreis, oder sie widersprechen sich.',
    "Un autre ordre des relevés qui commencent ce jour peut donner un autre solde: il y en a plus qu'on n'en essaie, leurs soldes forment un cercle, ou ils se contredisent.",
    'Un altro ordine degli estratti che cominciano quel giorno può dare un altro saldo: sono più di quanti se ne provino, i loro saldi formano un cerchio, o si contraddicono.',
    'Another order of the bank statements that begin on this day may come to another balance: there are more than are tried, their balances make a circle, or they contradict each other.',
  ],
  missing: [
    'Es fehlen Auszüge mit diesen Nummern: {numbers}.',
    'Il manque des relevés avec ces numéros: {numbers}.',
    'Mancano estratti con questi numeri: {numbers}.',
    'There are no bank statements with these numbers: {numbers}.',
  ],
  pages: [
    'Seiten des Auszugs {inner} sind nicht importiert: {pages}. Sie sind nicht gekommen, oder ihr Import wurde abgewiesen.',
    'Des pages du relevé {inner} ne sont pas importées: {pages}. Elles ne sont pas arrivées, ou leur importation a été refusée.',
    "Pagine dell'estratto {inner} non sono importate: {pages}. Non sono arrivate, o la loro importazione è stata respinta.",
    'Pages of statement {inner} are not imported: {pages}. They have not come, or their import was rejected.',
  ],
  behind: ['ab {page}', 'dès {page}', 'da {page}', 'from {page} on'],
  figures: [
    '{count}, Gutschriften {credit}, Belastungen {debit}',
    '{count}, crédits {credit}, débits {debit}',
    '{count}, accrediti {credit}, addebiti {debit}',
    '{count}, credits {credit}, debits {debit}',
  ],
  lone: [
    '{qr} ist eine QR-IBAN und hat keinen eigenen Saldo; hier zählt sie als eigenes Konto neben einer IBAN. Zur Zuordnung posting.bank.<IBAN> ihres Kontos gehört "qr_iban": "{qr}", oder "qr_iban": null, wenn es ein anderes ist.',
    '{qr} est un QR-IBAN et n\'a pas de solde propre; ici, il compte comme un compte à part à côté d\'un IBAN. Indiquez "qr_iban": "{qr}" dans l\'attribution posting.bank.<IBAN> de son compte, ou "qr_iban": null si c\'en est un autre.',
    '{qr} è un QR-IBAN e non ha un saldo proprio; qui conta come conto a parte accanto a un IBAN. Indicare "qr_iban": "{qr}" nell\'attribuzione posting.bank.<IBAN> del suo conto, oppure "qr_iban": null se è un altro.',
    '{qr} is a QR-IBAN and has no balance of its own; here it counts as an account beside an IBAN. Send "qr_iban": "{qr}" with the mapping posting.bank.<IBAN> of its account, or "qr_iban": null if that is another one.',
  ],
  twice: [
    '{one} (IBAN) und {two} (QR-IBAN) sind gleich und sind beide verbucht oder abgelegt. Sind sie eine Buchung der Bank, so stornieren Sie, was eine davon verbucht, und entscheiden danach mit repeat-review: repeat; sind es zwei: new.',
    "{one} (IBAN) et {two} (QR-IBAN) sont égaux et tous deux comptabilisés ou écartés. S'il s'agit d'une seule écriture de la banque, annulez ce qui comptabilise l'une d'elles, puis décidez avec repeat-review: repeat; s'il y en a deux: new.",
    '{one} (IBAN) e {two} (QR-IBAN) sono uguali e sono entrambi contabilizzati o scartati. Se sono una sola registrazione della banca, stornare ciò che ne contabilizza una e poi decidere con repeat-review: repeat; se sono due: new.',
    '{one} (IBAN) and {two} (QR-IBAN) are equal, and both are booked or dismissed. If they are one booking of the bank, reverse what books one of them, and then decide with repeat-review: repeat; if they are two: new.',
  ],
} as const satisfies Record<string, InLocales>

/** What two bank statements contradict each other by; also where it comes to nothing in all. */
export function contradictionInWords(
  { kind, bank_account, contradiction, after, before, entry_ids, missing, missing_pages }: StatementGap,
  currency: string,
  locale: Locale,
): string | null {
  const sentences = wordsOf(SENTENCES, locale)
  if (kind === 'lone_qr_iban') return filled(sentences('lone'), { qr: bank_account })
  if (missing) return filled(sentences('missing'), { numbers: missing.map(numbersInWords).join(', ') })
  if (missing_pages) return pagesInWords(missing_pages, before, locale)
  if (entry_ids) {
    const [one, two] = entry_ids.map((entry_id) => publicId('camt053_entry', entry_id)) as [string, string]
    return filled(sentences('twice'), { one, two })
  }
  const statements = { outer: after ?? '?', inner: before ?? '?' }
  if (kind === 'not_compared' && before === null && after === null) return sentences('untried')
  if (kind === 'not_compared') return filled(sentences('unread'), statements)
  if (contradiction === null) return null
  const { why, lacking } = contradiction
  const amount = amountInWords(contradiction.amount_minor, currency)
  const said = (
    sentence: 'lacking' | typeof why,
    { entry_count, credit_minor, debit_minor }: Omit<typeof contradiction, 'why' | 'amount_minor'>,
  ) => {
    const figures = filled(sentences('figures'), {
      count: String(entry_count),
      credit: amountInWords(credit_minor, currency),
      debit: amountInWords(debit_minor, currency),
    })
    return filled(sentences(sentence), { ...statements, amount, figures })
  }
  return lacking ? `${said(why, contradiction)} ${said('lacking', lacking)}` : said(why, contradiction)
}

/** All places at once: an id that a bank has written may look like a place. */
function filled(sentence: string, values: Readonly<Record<string, string>>): string {
  return sentence.replace(/\{(\w+)\}/g, (place, name: string) => values[name] ?? place)
}

function numbersInWords({ from, to, year }: MissingNumbers): string {
  return `${from === to ? from : `${from}–${to}`}${year === null ? '' : ` (${year})`}`
}

function pagesInWords(missing_pages: readonly MissingPages[], statement_id: string | null, locale: Locale): string {
  const sentences = wordsOf(SENTENCES, locale)
  const pages = missing_pages.map(({ from, to }) => {
    if (to === null) return filled(sentences('behind'), { page: String(from) })
    return from === to ? String(from) : `${from}–${to}`
  })
  return filled(sentences('pages'), { pages: pages.join(', '), inner: statement_id ?? '?' })
}
