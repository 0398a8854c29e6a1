import type { Locale } from '../../shared/contract/setup/settings.ts'
import { titleOf } from '../print/pages/labels.ts'
import { type InLocales, isWord, wordsIn, wordsOf } from '../print/words.ts'

const WORDS = {
  evidence: [
    'Belegnachweis jeder Buchung',
    'Preuves de chaque écriture',
    'Prove di ogni scrittura',
    'Evidence of each entry',
  ],
  until: ['bis', "jusqu'au", 'fino al', 'until'],
  contents: ['Inhalt', 'Contenu', 'Contenuto', 'Contents'],
  files: [
    'ledger.ndjson.gz enthält das ganze Hauptbuch mit seinen Prüfsummen und Zeitstempeln, manifest.json die SHA-256 jeder Datei. Beides prüft der Befehl',
    'ledger.ndjson.gz contient tout le grand livre avec ses empreintes et ses horodatages, manifest.json le SHA-256 de chaque fichier. Les deux sont vérifiés par la commande',
    'ledger.ndjson.gz contiene tutto il libro mastro con le sue impronte e marche temporali, manifest.json lo SHA-256 di ogni file. Entrambi sono verificati dal comando',
    'ledger.ndjson.gz has the whole ledger with its hashes and stamps, manifest.json the SHA-256 of each file. Both are checked by the command',
  ],
} as const satisfies Record<string, InLocales>

/** The words of a package; parts are called as their pages are. */
export function auditWordsIn(locale: Locale): (word: keyof typeof WORDS | PartName) => string {
  return (word) => {
    if (word in WORDS) return wordsOf(WORDS, locale)(word as keyof typeof WORDS)
    return isWord(word) ? wordsIn(locale)(word) : titleOf(word, locale)
  }
}

type PartName =
  | 'or_balance_sheet'
  | 'or_income_statement'
  | 'trial_balance'
  | 'journal_entry_list'
  | 'open_items_receivables'
  | 'open_items_payables'
  | 'vat_period'
  | 'vat_reconciliation'
  | 'bank_reconciliation'
  | 'account'
