import { enqueueInTurn } from '../../../shared/queue/enqueue-in-turn.ts'
import { findImportsToJoin } from '../../../shared/store/bank/accounts/bank-accounts.ts'
import type { Tx } from '../../../shared/store/db/database.ts'
import type { ApiDeps } from '../../http/api-deps.ts'
import type { Current, MutatingRequest } from '../../http/endpoint.ts'

/** Bank entries of an IBAN and its QR-IBAN are compared where imports are: by the job of one that is done already. */
export async function joinWhatWaits(
  tx: Tx,
  { boss }: ApiDeps,
  { caller, end_customer_id }: Pick<MutatingRequest<unknown>, 'caller' | 'end_customer_id'>,
): Promise<void> {
  const imports = await findImportsToJoin(tx, end_customer_id)
  await enqueueInTurn(
    tx,
    boss,
    'camt053.import',
    caller.key_id,
    imports.map((import_id) => ({ data: { end_customer_id, import_id } })),
  )
}

/** The answer for a client that waits: once the bank entries are compared. */
export function onceJoined({ pool }: ApiDeps, end_customer_id: string, current: Current): Current {
  return async () => ((await findImportsToJoin(pool, end_customer_id)).length > 0 ? null : current())
}
