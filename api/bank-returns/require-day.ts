import { laterDayWithRoom } from '../../shared/accounting/amounts/day-with-room.ts'
import { isOpenDay } from '../../shared/accounting/journal/reversal-date.ts'
import type { DetailCode } from '../../shared/contract/platform/detail-codes.ts'
import { validationFailed } from '../../shared/contract/platform/errors.ts'
import { todayInSwitzerland } from '../../shared/process/clock.ts'
import { findRoomOfBankEntry } from '../../shared/store/bank/uses/room-of-bank-entries.ts'
import type { Tx } from '../../shared/store/db/database.ts'
import { findPostingDate } from '../../shared/store/journal/reversals.ts'
import { readPostingSettings } from '../../shared/store/setup/posting-settings.ts'
import type { ProposedReturn } from './find-proposed-return.ts'

/**
 * Money comes back on an open day, and not before what it had paid was booked. Otherwise the request has to name another day
 * than that of the bank entry.
 *
 * @throws ApiError validation_failed at /posting_date
 */
export async function requireDay(
  tx: Tx,
  end_customer_id: string,
  { back, subject, amount_minor }: Pick<ProposedReturn, 'back' | 'subject' | 'amount_minor'>,
  said: string | undefined,
): Promise<void> {
  const day = said ?? back.day
  const refuse = (code: DetailCode, sentence: string) => {
    const subjectOfSentence = said === undefined ? `${day}, the day of the bank entry,` : day
    return validationFailed([{ pointer: '/posting_date', code, message: `${subjectOfSentence} ${sentence}` }])
  }
  const booked_on = await findPostingDate(tx, end_customer_id, subject.subject_id)
  if (booked_on !== null && day < booked_on)
    throw refuse(
      'posting_date_before_original',
      `is before ${booked_on}, the day of what had paid. Send that day or a later one as posting_date.`,
    )
  const { entry_id } = back
  const changes = await findRoomOfBankEntry(tx, end_customer_id, { entry_id, payment_id: null }, day)
  const free_from = laterDayWithRoom(back.whole_minor, changes, amount_minor, day)
  if (free_from !== null)
    throw refuse(
      'posting_date_too_early',
      `is before ${free_from}: what had booked the bank entry gave it back only then. Send that day or a later one as posting_date.`,
    )
  const settings = (await readPostingSettings(tx, [end_customer_id])).get(end_customer_id)
  if (settings && isOpenDay(settings, day, todayInSwitzerland())) return
  throw refuse(
    'posting_date_not_open',
    'lies in a closed fiscal year, a locked period or outside all fiscal years. Send an open day as posting_date.',
  )
}
