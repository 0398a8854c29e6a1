import type { LinkedPlace } from '../../../shared/camt053/repeats/links/disputed-links.ts'
import { MOST_LINKED_AROUND } from '../../../shared/camt053/repeats/links/statements-around.ts'
import type { WholeBankStatement } from '../../../shared/camt053/repeats/whole-bank-statement.ts'
import { publicId } from '../../../shared/process/ids.ts'
import { MOST_WITNESSED } from './find-disputes.ts'

/** Of bank statements and places, so many are named. */
const NAMED = 5

/** What an import says where links of earlier bank statements were not looked at again, or without all balances. */
export function notesOnRoom(
  unlooked: readonly Pick<WholeBankStatement, 'pages'>[],
  unread: readonly Pick<WholeBankStatement, 'pages'>[],
): string[] {
  const notes = []
  if (unlooked.length > 0)
    notes.push(
      `Bank statements of the same days have more than ${MOST_LINKED_AROUND} bank entries: what ${named(unlooked)} share with others was not looked at again, and stays linked. Compare them with this bank statement.`,
    )
  if (unread.length > 0)
    notes.push(
      `Bank statements that may show a balance between others have more than ${MOST_WITNESSED} bank entries: ${named(unread)} were not read, so what they might tell apart is a possible repeat.`,
    )
  return notes
}

/** What an import says where the file of an earlier one lacks a bank entry that it had. */
export function notesOnPlaces(places: readonly LinkedPlace[]): string[] {
  if (places.length === 0) return []
  const words = places.slice(0, NAMED).map(({ import_id, statement_number, position }) => {
    return `bank entry ${position} of bank statement ${statement_number + 1} in ${publicId('camt053_import', import_id)}`
  })
  return [
    `The files of earlier imports lack ${listed(words, places.length)}: ${places.length === 1 ? 'it stays' : 'they stay'} linked, though this bank statement shows that it may be another booking. Run ops verify.`,
  ]
}

function named(statements: readonly Pick<WholeBankStatement, 'pages'>[]): string {
  const words = statements.slice(0, NAMED).map(({ pages }) => {
    const [import_id = '', number = '0'] = (pages[0]?.key ?? '').split(':')
    return `bank statement ${Number(number) + 1} in ${publicId('camt053_import', import_id)}`
  })
  return listed(words, statements.length)
}

function listed(words: readonly string[], count: number): string {
  return count > words.length ? `${words.join(', ')} and ${count - words.length} more` : words.join(', ')
}
