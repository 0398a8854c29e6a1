import type { RecordedFigure } from '../../accounting/statements/checks/book-check.ts'
import { type Db, row, sql } from '../db/database.ts'

type Minor = 'expected_minor' | 'found_minor' | 'unassigned_minor'
/** Sums of any size are numeric, and come as text. */
export type FigureAsText = Omit<RecordedFigure, Minor> & {
  expected_minor: string
  found_minor: string
  unassigned_minor: string | null
}

/** The figures of the checks of recorded rows, up to a day and an entry. */
export async function findCheckFigures(
  db: Db,
  end_customer_id: string,
  through_date: string,
  through_entry: bigint,
): Promise<readonly RecordedFigure[]> {
  const query = checkFiguresQuery(end_customer_id, through_date, through_entry)
  return (await db.any(sql.prepared('find_check_figures', row<FigureAsText>())`${query}`)).map(figureOf)
}

export function checkFiguresQuery(end_customer_id: string, through_date: string, through_entry: bigint) {
  return sql.fragment`
    select "check", account_code, currency, expected_minor::text, found_minor::text, unassigned_minor::text,
      is_from_before, subject
    from book_check_figures(${end_customer_id}, ${through_date}, ${through_entry})
  `
}

export function figureOf({ expected_minor, found_minor, unassigned_minor, ...figure }: FigureAsText): RecordedFigure {
  return {
    ...figure,
    expected_minor: BigInt(expected_minor),
    found_minor: BigInt(found_minor),
    unassigned_minor: unassigned_minor === null ? null : BigInt(unassigned_minor),
  }
}
