import { LOCALES, type Locale } from '../../../shared/contract/setup/settings.ts'
import { escapeHtml } from '../escape-html.ts'
import { type InLocales, wordsOf } from '../words.ts'
import { nameInWords, WORDS_OF_NAMES } from './words/words-of-names.ts'

const WORDS = {
  yes: ['ja', 'oui', 'sì', 'yes'],
  no: ['nein', 'non', 'no', 'no'],
  nothing: ['Nichts vorhanden.', 'Rien à afficher.', 'Nessun elemento.', 'There is nothing.'],
  next_page: ['Nächste Seite', 'Page suivante', 'Pagina successiva', 'Next page'],
  skip: ['Zum Inhalt', 'Aller au contenu', 'Vai al contenuto', 'Skip to the content'],
  all: ['alle', 'tous', 'tutti', 'all'],
  usual: ['üblich', 'habituel', 'abituale', 'usual'],
  ever: ['von Anfang an', 'dès le début', 'dall’inizio', 'from the beginning'],
  without: ['ohne', 'sans', 'senza', 'none'],
  choice: ['Auswahl', 'Choix', 'Scelta', 'Choice'],
  more: ['Dazu gehört', 'Voir aussi', 'Vedi anche', 'See also'],
  overview: ['Übersicht', 'Aperçu', 'Panoramica', 'Overview'],
  language: ['Sprache', 'Langue', 'Lingua', 'Language'],
  error: ['Das ging nicht', 'Cela n’a pas abouti', 'Non è andata a buon fine', 'That did not work'],
  message_in_english: [
    'Meldung des Dienstes, auf Englisch',
    'Message du service, en anglais',
    'Messaggio del servizio, in inglese',
    'Message of the service',
  ],
  request: ['Anfrage', 'Requête', 'Richiesta', 'Request'],
} as const satisfies Record<string, InLocales>
type PageWord = keyof typeof WORDS

export function plainWordOf(word: PageWord, locale: Locale): string {
  return wordsOf(WORDS, locale)(word)
}

export function wordOf(word: PageWord, locale: Locale): string {
  return escapeHtml(plainWordOf(word, locale))
}

/**
 * The name of a member, a resource or a state as HTML, in the language of the page. Names that no schema lists, such as those of a
 * source system, stay as they are.
 */
export function labelOf(name: string, locale: Locale): string {
  const ofLocale = LABELS[locale]
  const before = ofLocale.get(name)
  if (before !== undefined) return before
  const label = newLabel(name, locale)
  if (ofLocale.size < MOST_LABELS) ofLocale.set(name, label)
  return label
}

/** A page has thousands of the same few: they are made once, as far as they are names of the interface. */
const LABELS: Readonly<Record<Locale, Map<string, string>>> = {
  de: new Map(),
  fr: new Map(),
  it: new Map(),
  en: new Map(),
}
const MOST_LABELS = 1_000

function newLabel(name: string, locale: Locale): string {
  const known = plainLabelOf(name, locale)
  if (known !== null) return escapeHtml(known)
  const english = escapeHtml(nameInWords(name))
  return locale === 'en' ? english : `<span lang="en">${english}</span>`
}

/** The same without markup, for a title. */
export function titleOf(name: string, locale: Locale): string {
  return plainLabelOf(name, locale) ?? nameInWords(name)
}

function plainLabelOf(name: string, locale: Locale): string | null {
  return WORDS_OF_NAMES.get(name)?.[LOCALES.indexOf(locale)] ?? null
}
