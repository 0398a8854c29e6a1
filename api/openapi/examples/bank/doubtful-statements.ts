import { type Example, ours } from '../example.ts'
import { BANK_STATEMENT } from './bank-statement.ts'

/** The debit of January once more, in a file that says neither its period nor its balances. */
const WITHOUT_BALANCES = BANK_STATEMENT.replaceAll('STMT-2026-01', 'EXPORT-1')
  .replace(/<ElctrncSeqNb>.*<\/FrToDt>/s, '')
  .replace(/<Bal>.*<\/Bal>\s*/s, '')
  .replace(/<Ntry>.*?<\/Ntry>\s*/s, '')

/** The balances of March leave out a credit that the bank values in April. */
const WITH_A_DIFFERENCE = BANK_STATEMENT.replaceAll('2026-01', '2026-03')
  .replace('<ElctrncSeqNb>1<', '<ElctrncSeqNb>2<')
  .replace('20000.00', '22053.90')
  .replace(/<Ntry>.*<\/Ntry>/s, (entries) => entries.slice(0, entries.indexOf('</Ntry>') + 7))
  .replace('2162.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>', '75.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>')

/** Bank statements about which a reviewer decides. */
export const DOUBTFUL_STATEMENTS: readonly Example[] = [
  {
    name: 'statement-without-balances',
    operation_id: 'importBankStatement',
    summary: 'An equal bank entry, and nothing tells whether it is the same',
    request: () => ({ query: ours, body: WITHOUT_BALANCES }),
  },
  {
    name: 'possible-repeats',
    operation_id: 'listBankEntries',
    summary: 'Bank entries about which a reviewer has to decide',
    request: () => ({ query: { ...ours, possible_repeat: true } }),
  },
  {
    name: 'repeat-review',
    operation_id: 'reviewRepeat',
    summary: 'It is the same: it belongs to the known one, and nobody books it',
    request: (of) => ({
      path: { entry_id: of('possible-repeats', '/data/0/id') },
      body: { ...ours, decision: 'repeat', reason: 'Zweiter Export desselben Monats.' },
    }),
  },
  {
    name: 'repeat-review-taken-back',
    operation_id: 'reverseRepeatReview',
    summary: 'The decision was wrong: it is a possible repeat again',
    request: (of) => ({
      path: { entry_id: of('repeat-review', '/id') },
      body: { ...ours, reason: 'Es waren zwei Zahlungen am selben Tag.' },
    }),
  },
  {
    name: 'repeat-review-anew',
    operation_id: 'reviewRepeat',
    summary: 'Decided anew; the earlier decision stays with its reason',
    request: (of) => ({
      path: { entry_id: of('repeat-review', '/id') },
      body: { ...ours, decision: 'repeat', reason: 'Es war doch derselbe Export.' },
    }),
  },
  {
    name: 'statement-with-a-difference',
    operation_id: 'importBankStatement',
    summary: 'Balances that do not add up: rejected, with the reason',
    request: () => ({ query: ours, body: WITH_A_DIFFERENCE }),
  },
  {
    name: 'accepted-difference',
    operation_id: 'acceptImportDifference',
    summary: 'A reviewer accepts the difference, and the bank statement is imported',
    request: (of) => ({
      path: { import_id: of('statement-with-a-difference', '/id') },
      body: { ...ours, justification: 'Die Bank bucht heute und valutiert morgen; die Gutschrift ist richtig.' },
    }),
  },
]
