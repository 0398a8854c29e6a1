import type { OneQuery } from '../../shared/contract/facts/source-facts.ts'
import { ApiError } from '../../shared/contract/platform/errors.ts'
import { type Kind, uuidOf } from '../../shared/process/ids.ts'
import type { Db } from '../../shared/store/db/database.ts'
import type { Visibility } from '../../shared/store/db/filters.ts'
import { visibleCustomers } from './admission/caller.ts'
import type { Read } from './endpoint.ts'

/** The noun of a message, where it is not the name of the kind. */
const NOUNS: Partial<Record<Kind, string>> = {
  camt053_import: 'import',
  camt053_entry: 'statement entry',
  camt054_import: 'import of notifications',
  camt054_entry: 'notification',
  payment_allocation: 'allocation',
  supplier_payable_settlement: 'settlement',
}

type Find<Row> = (db: Db, uuid: string, visible: Visibility) => Promise<Row | null>

/**
 * A read by id.
 *
 * @param parameter of the path, with the public id
 * @param find the row behind the id, among the end customers that the request may see
 */
export function readOne<Row>(
  kind: Kind,
  parameter: string,
  find: Find<Row>,
  present: (row: Row) => object,
): Read<OneQuery> {
  return async ({ pool }, { caller, query, params }) => {
    const visible = visibleCustomers(caller, query.end_customer_id)
    return present(await findSubject(kind, params[parameter], (uuid) => find(pool, uuid, visible)))
  }
}

/**
 * The resource that a request is about.
 *
 * @param id public id, from the path
 * @throws ApiError not_found for an unknown resource, and for a text that is not an id of its kind
 */
export async function findSubject<Row>(
  kind: Kind,
  id: string | undefined,
  find: (uuid: string) => Promise<Row | null>,
  sentence = `There is no such ${nounOf(kind)}.`,
): Promise<Row> {
  const uuid = uuidOf(kind, id ?? '')
  const row = uuid && (await find(uuid))
  if (!row) throw new ApiError('not_found', sentence)
  return row
}

/** The same for a command, which sees only the end customer of its request. */
export function findSubjectOfCustomer<Row>(
  kind: Kind,
  id: string | undefined,
  find: (uuid: string) => Promise<Row | null>,
): Promise<Row> {
  return findSubject(kind, id, find, noneForCustomer(nounOf(kind)))
}

export function noneForCustomer(noun: string): string {
  return `There is no such ${noun} for this end customer.`
}

function nounOf(kind: Kind): string {
  return NOUNS[kind] ?? kind.replaceAll('_', ' ')
}
