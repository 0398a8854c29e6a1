import { SHEET_ROWS } from '../accounting/statements/balance-sheet.ts'
import type { KeptAccount, KeptStatements } from '../accounting/statements/kept-statements.ts'
import { ledgerBalancesOf } from '../accounting/statements/ledger-balances.ts'
import { isProfitAndLoss } from '../accounting/statements/statement.ts'
import { sha256Of } from '../canonical/hash.ts'
import type { Db } from '../store/db/database.ts'
import { amountsAsBigint } from '../store/db/json.ts'
import { type KeptClosing, listYearsWithoutClosing, readClosings, sumJournal } from '../store/verify/closings.ts'
import type { Report } from './verify-chain.ts'

/**
 * Verifies what was kept of closed years, also of those that were opened again: its hash, its place in the ledger, its
 * amounts against the lines up to there, and its balance sheets against its amounts.
 */
export async function verifyClosings(db: Db, end_customer_id: string, report: Report): Promise<void> {
  for (const year of await listYearsWithoutClosing(db, end_customer_id))
    report('a closed year has its statements', `fiscal year ${year}`, 'what was kept at its close', 'nothing')
  for await (const closing of readClosings(db, end_customer_id)) {
    const subject = `closing of ${closing.fiscal_year_id} at entry ${closing.entry_number}`
    verifyPlace(closing, subject, report)
    const hash = sha256Of(closing.content)
    if (hash !== closing.content_sha256)
      report('kept statements are as they were kept', subject, closing.content_sha256, hash)
    else {
      const kept = JSON.parse(closing.content, amountsAsBigint) as KeptStatements
      await verifyAmounts(db, end_customer_id, closing, kept, subject, report)
      verifySheets(closing, kept, subject, report)
    }
  }
}

function verifyPlace(closing: KeptClosing, subject: string, report: Report): void {
  const { entry_hash, hash_in_journal, is_current, entries_behind } = closing
  if (entry_hash !== hash_in_journal)
    report('a closing names an entry of its ledger', subject, entry_hash, hash_in_journal)
  if (is_current && entries_behind > 0)
    report('nothing is posted into a closed year', subject, 'no entries behind it', `${entries_behind} entries`)
}

async function verifyAmounts(
  db: Db,
  end_customer_id: string,
  { entry_number }: KeptClosing,
  { buckets, accounts }: KeptStatements,
  subject: string,
  report: Report,
): Promise<void> {
  const starts = buckets.map(({ start_date }) => start_date)
  const sums = await sumJournal(db, end_customer_id, starts, buckets.at(-1)?.end_date ?? '', entry_number)
  const booked = new Map(
    sums.map((sum) => [
      `${sum.account_code}, ${buckets[sum.bucket]?.start_date}, ${sum.entry_type}`,
      `${sum.debit_minor} debit, ${sum.credit_minor} credit`,
    ]),
  )
  const found = new Map(
    accounts.flatMap(({ account_code, sums: kept }) =>
      kept.map(([bucket, entry_type, debit, credit]): [string, string] => [
        `${account_code}, ${buckets[bucket]?.start_date}, ${entry_type}`,
        `${debit} debit, ${credit} credit`,
      ]),
    ),
  )
  for (const key of new Set([...booked.keys(), ...found.keys()])) {
    const [expected, kept] = [booked.get(key) ?? 'nothing', found.get(key) ?? 'nothing']
    if (expected !== kept) report('kept amounts equal the lines', `${subject}, account ${key}`, expected, kept)
  }
}

/** The parts of every account come to its balance at the end of each month, whichever rows they stand on. */
function verifySheets({ fiscal_year_id }: KeptClosing, kept: KeptStatements, subject: string, report: Report): void {
  const first = kept.buckets.findIndex((bucket) => bucket.fiscal_year_id === fiscal_year_id)
  for (const [index, sheet] of (kept.sheets ?? []).entries()) {
    const column = new Map(sheet.rows.map(({ row_key, ...amount }) => [row_key, amount]))
    const shown = ledgerBalancesOf(column, SHEET_ROWS)
    for (const account of kept.accounts.filter((candidate) => !isProfitAndLoss(candidate))) {
      const [expected, found] = [balanceAt(account, first + index), shown.get(account.account_code) ?? 0n]
      if (expected !== found)
        report(
          'kept balance sheets equal the kept amounts',
          `${subject}, account ${account.account_code}, ${sheet.end_date}`,
          expected,
          found,
        )
    }
  }
}

function balanceAt({ sums }: KeptAccount, at: number): bigint {
  return sums
    .filter(([bucket]) => bucket <= at)
    .reduce((total, [, , debit, credit]) => total + BigInt(debit) - BigInt(credit), 0n)
}
