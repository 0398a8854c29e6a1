import { WARNING_ONLY } from '../../../shared/contract/vat/open-work.ts'
import { todayInSwitzerland } from '../../../shared/process/clock.ts'
import { minorOf, percent } from '../../print/amounts.ts'
import { isolatedText } from '../../print/isolated.ts'
import { targetOfAddress } from '../../print/pages/links.ts'
import { sentenceIn } from '../../print/pages/sentences/sentence-in.ts'
import { swissDate } from '../../print/swiss-date.ts'
import type { Column, Note, Row, Table } from '../../print/table.ts'
import { noteOfTie } from './links/note-of-tie.ts'
import { rowsOfCodes } from './links/rows-of-codes.ts'
import {
  idOfLine,
  type PresentedReturn,
  partOf,
  type ReturnOnPage,
  targetOfCodes,
  targetOfTotal,
} from './links/targets-of-lines.ts'
import { type ReturnWord, returnWordsIn } from './return-words.ts'

type WordFor = (word: ReturnWord) => string

/** The lines of the form, for machines. */
export function tableOfVatReturn(vat_return: ReturnOnPage): Table {
  const { locale, period, currency } = vat_return
  const wordFor = returnWordsIn(locale)
  const { end_customer_name, end_customer_id, uid, period_start, period_end, method, consideration } = vat_return
  const { submission } = vat_return
  return {
    name: `vat-return-${period}`,
    locale,
    title: `${wordFor('vat_return')} ${period}${submission === 'first' ? '' : ` – ${wordFor(submission)}`}`,
    subtitle: [
      end_customer_name ?? end_customer_id,
      ...(uid === null ? [] : [uid]),
      `${swissDate(period_start)} – ${swissDate(period_end)}`,
      wordFor(method),
      wordFor(consideration),
      currency,
      statusOf(vat_return, wordFor),
    ],
    currency,
    columns: columnsIn(wordFor),
    rows: vat_return.lines.map((line) => rowOf(line, submission)),
    chart: null,
    notes: notesOf(vat_return, wordFor),
  }
}

/** What is no filing is only a preview; paper that says neither could be taken for the other. */
function statusOf({ filing }: PresentedReturn, wordFor: WordFor): string {
  if (filing === null) return wordFor('preview')
  return `${wordFor('filing')} ${filing.filing_number}, ${swissDate(todayInSwitzerland(new Date(filing.created_at)))}`
}

/** The same, laid out like the form: its sections have headings, and activities of net tax rates their codes. */
export function formOfVatReturn(vat_return: ReturnOnPage): Table {
  const wordFor = returnWordsIn(vat_return.locale)
  const { lines } = vat_return
  const tax = lines.findIndex(({ figure }) => figure === '299') + 1
  const flows = lines.findIndex(({ figure }) => figure === '900')
  const section = (word: ReturnWord, its: PresentedReturn['lines']): Row[] => [
    { level: 0, kind: 'subtotal', cells: ['', wordFor(word), null, null, null, null, null, null] },
    ...its.flatMap((line) => {
      const id = idOfLine(lines.indexOf(line))
      return withIds(rowsOfForm(line, vat_return, id), id)
    }),
  ]
  return {
    ...tableOfVatReturn(vat_return),
    rows: [
      ...section('section_turnover', lines.slice(0, tax)),
      ...section('section_tax', lines.slice(tax, flows)),
      ...section('section_flows', lines.slice(flows)),
      ...transferOf(vat_return, wordFor),
    ],
  }
}

/** The tie leads to lines, and lines to their parts. */
function withIds([row, part, ...more]: Row[], id: string): Row[] {
  if (row === undefined) return []
  return [{ ...row, id }, ...(part ? [{ ...part, id: partOf(id) }] : []), ...more]
}

/** Amounts lead to the records of the line; where one list cannot have just these, to those of each tax code below it. Totals lead to lines. */
function rowsOfForm(line: PresentedReturn['lines'][number], vat_return: ReturnOnPage, id: string): Row[] {
  const row = rowOf(withCode(line), vat_return.submission)
  const [only, ...more] = line.records
  if (only === undefined) return [{ ...row, target: targetOfTotal(line, vat_return) }]
  if (more.length === 0) return [{ ...row, target: targetOfAddress(only) }]
  return [{ ...row, target: targetOfCodes(line.records) ?? `#${partOf(id)}` }, ...rowsOfCodes(line, vat_return, id)]
}

/** The entry that moved the tax of a filed return. */
function transferOf({ filing }: PresentedReturn, wordFor: WordFor): Row[] {
  if (!filing?.journal_entry_id) return []
  const cells = ['', wordFor('transfer'), null, null, null, null, null, null]
  const target = `journal-entries/${filing.journal_entry_id}`
  return [{ level: 0, kind: 'line', is_screen_only: true, target, leads_by_name: true, cells }]
}

function withCode(line: PresentedReturn['lines'][number]): PresentedReturn['lines'][number] {
  return line.activity_id === null ? line : { ...line, label: `${line.activity_id} ${line.label}` }
}

function columnsIn(wordFor: WordFor): Column[] {
  return [
    { key: 'figure', label: wordFor('figure'), is_amount: false },
    { key: 'label', label: wordFor('label'), is_amount: false },
    { key: 'turnover', label: wordFor('turnover'), is_amount: true },
    { key: 'rate', label: wordFor('rate'), is_amount: false },
    { key: 'tax', label: wordFor('tax'), is_amount: true },
    { key: 'activity_id', label: '', is_amount: false, is_hidden: true },
    { key: 'booked_tax', label: wordFor('booked_tax'), is_amount: true, is_hidden: true },
    { key: 'submission', label: '', is_amount: false, is_hidden: true },
  ]
}

function rowOf(
  { figure, label, kind, rate_bp, activity_id, ...amounts }: PresentedReturn['lines'][number],
  submission: PresentedReturn['submission'],
): Row {
  const { base_amount, tax_amount, booked_tax_amount } = amounts
  return {
    level: 0,
    kind,
    cells: [
      figure,
      label,
      base_amount && minorOf(base_amount),
      rate_bp === null ? null : percent(rate_bp),
      tax_amount && minorOf(tax_amount),
      activity_id,
      booked_tax_amount && minorOf(booked_tax_amount),
      submission,
    ],
  }
}

function notesOf(vat_return: ReturnOnPage, wordFor: WordFor): Note[] {
  const { checks, ledger_position, locale } = vat_return
  return [
    `${wordFor('position')} ${ledger_position.entry_number} (${ledger_position.entry_hash})`,
    noteOfTie(vat_return),
    ...notBooked(vat_return, wordFor),
    ...checks.flatMap(({ code, findings }) =>
      findings.map(
        ({ message, remedy }): Note => [
          `${wordFor('not_ready')} – ${wordFor(code)}: `,
          partOfNote(message, locale),
          ' ',
          partOfNote(remedy, locale),
        ],
      ),
    ),
  ]
}

function partOfNote(text: string, locale: PresentedReturn['locale']) {
  const sentence = sentenceIn(text, locale)
  return sentence === null ? { said: isolatedText(text) } : { sentence: isolatedText(sentence) }
}

/** What of the period is not booked; of a filed return with why it was filed all the same. */
function notBooked({ warnings }: PresentedReturn, wordFor: WordFor): string[] {
  const [alone, others] = [warnings.filter(isToldAlone), warnings.filter((warning) => !isToldAlone(warning))]
  const words = others.map(({ code, count, is_at_least, accepted_because }) => {
    const counted = `${wordFor(code)} ${is_at_least ? `${wordFor('at_least')} ` : ''}${count}`
    return accepted_because === null ? counted : `${counted} (${isolatedText(accepted_because)})`
  })
  return [
    ...(words.length > 0 ? [`${wordFor('not_booked')}: ${words.join(' · ')}`] : []),
    ...alone.map(
      ({ code, count, is_at_least }) => `${wordFor(code)}: ${is_at_least ? `${wordFor('at_least')} ` : ''}${count}`,
    ),
  ]
}

function isToldAlone({ code }: PresentedReturn['warnings'][number]): boolean {
  return WARNING_ONLY.some((told) => told === code)
}
