import { compact } from '../../../shared/camt053/matching/compare-texts.ts'
import type { OpenTarget } from '../../../shared/camt053/matching/open-target.ts'
import { accountsTold } from '../../../shared/camt053/matching/orders/references-in-text.ts'
import { eachPartnerOnce, partnerOf } from '../../../shared/camt053/matching/target-index.ts'
import { eachInSteps, inTurns } from '../../../shared/process/in-turns.ts'
import { findAccountsOfDocuments } from '../../../shared/store/bank/candidates/accounts-of-documents.ts'
import type { OpenBankMovement } from '../../../shared/store/bank/open-movements.ts'
import type { Tx } from '../../../shared/store/db/database.ts'

/** Of the payables with the amount of one debit: a usual price has thousands. */
const MOST_OF_AMOUNT = 100

/**
 * Makes what adds the suppliers whose accounts get debits to those that are known of them: by the documents of open payables of just their amounts. Nobody may have been
 * paid there before. Documents are read only of these, each once.
 */
export function createWithOwners(tx: Tx, end_customer_id: string, targets: readonly OpenTarget[]) {
  const byAmount = Map.groupBy(targets, ({ currency, open_amount_minor }) => `${currency} ${open_amount_minor}`)
  const accounts = new Map<string, string | null>()
  return async (debits: readonly OpenBankMovement[]): Promise<readonly OpenBankMovement[]> => {
    const told = await inTurns(
      eachInSteps(debits, (debit) => {
        const own = new Set(accountsTold(debit).map(compact))
        const equal = own.size === 0 ? [] : (byAmount.get(`${debit.currency} ${debit.amount_minor}`) ?? [])
        return { debit, own, equal: equal.slice(0, MOST_OF_AMOUNT) }
      }),
    )
    const asked = new Set(told.flatMap(({ equal }) => equal.map(({ id }) => id)).filter((id) => !accounts.has(id)))
    const found = await findAccountsOfDocuments(tx, end_customer_id, [...asked])
    for (const id of asked) accounts.set(id, found.get(id) ?? null)
    return inTurns(
      eachInSteps(told, ({ debit, own, equal }) => {
        const owners = equal.filter(({ id }) => own.has(accounts.get(id) ?? '')).map(partnerOf)
        const known_partners = eachPartnerOnce([...(debit.known_partners ?? []), ...owners])
        return owners.length > 0 ? { ...debit, known_partners } : debit
      }),
    )
  }
}
