import { AGE_BOUNDS, KINDS_OF_SIDE } from '../../../shared/accounting/statements/ageing.ts'
import { ApiError } from '../../../shared/contract/platform/errors.ts'
import type { OpenItemsOfDayQuery } from '../../../shared/contract/statements/open-items-of-a-day.ts'
import { uuidOf } from '../../../shared/process/ids.ts'
import type { Db } from '../../../shared/store/db/database.ts'
import { findLedger, useSnapshotIsolation } from '../../../shared/store/statements/ledger-snapshot.ts'
import {
  findControlAccounts,
  findControlBalances,
  readOpenItemPage,
} from '../../../shared/store/statements/open-items-of-a-day.ts'
import type { ApiDeps } from '../../http/api-deps.ts'
import type { ReadRequest } from '../../http/endpoint.ts'
import { unknownCursor } from '../../http/page.ts'
import { MAX_PARTNERS, presentOpenItemsOfDay } from './present-open-items.ts'

/** The open items of customers or suppliers at the end of a day, as the entries of that day and before have left them. */
export async function readOpenItemsOfDay({ pool }: ApiDeps, { query }: ReadRequest<OpenItemsOfDayQuery>) {
  const { end_customer_id, side, date, limit = 100, starting_after } = query
  const after = starting_after === undefined ? null : cursorOfItem(starting_after)
  const wanted = { age_bounds: AGE_BOUNDS, after, items: limit + 1, partners: MAX_PARTNERS + 1 }
  const found = await pool.transaction(async (tx) => {
    await useSnapshotIsolation(tx)
    const head = await readListHeader(tx, query)
    if (!head) return null
    const accounts = head.accounts.map(({ account_code }) => account_code)
    const list = { end_customer_id, accounts, kinds: KINDS_OF_SIDE[side], date }
    return { query, limit, page: await readOpenItemPage(tx, list, wanted), ...head }
  })
  if (!found) throw new ApiError('not_found', 'There is no such end customer yet.')
  if (after !== null && !found.page.has_cursor) throw unknownCursor()
  return presentOpenItemsOfDay(found)
}

/** The ledger with its control accounts of a side and their balances; null for an end customer without any data. */
export async function readListHeader(tx: Db, { end_customer_id, side, date }: OpenItemsOfDayQuery) {
  const ledger = await findLedger(tx, end_customer_id)
  if (!ledger) return null
  const kinds = KINDS_OF_SIDE[side]
  const accounts = await findControlAccounts(tx, end_customer_id, kinds)
  const codes = accounts.map(({ account_code }) => account_code)
  const balances = await findControlBalances(tx, { end_customer_id, accounts: codes, kinds, date })
  return { ledger, accounts, balances }
}

function cursorOfItem(id: string): string {
  const uuid = uuidOf('document', id) ?? uuidOf('supplier_payable', id) ?? uuidOf('payment', id)
  if (uuid === null) throw unknownCursor()
  return uuid
}
