import type { RecordedFigure } from '../../accounting/statements/checks/book-check.ts'
import { type Db, row, sql } from '../db/database.ts'

/** The figures of the checks of recorded rows, up to a day and an entry. */
export function findCheckFigures(
  db: Db,
  end_customer_id: string,
  through_date: string,
  through_entry: bigint,
): Promise<readonly RecordedFigure[]> {
  return db.any(sql.type(row<RecordedFigure>())`
    select "check", account_code, currency, expected_minor, found_minor, unassigned_minor, is_from_before, subject
    from book_check_figures(${end_customer_id}, ${through_date}, ${through_entry})
  `)
}
