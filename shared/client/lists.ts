import type { Calls, OperationId } from './calls.ts'
import type { AnswerTo, RequestTo } from './exchange.ts'
import type { AnyCall, InputOf } from './operation.ts'

/** Where the items of a list stand in its pages; missing: in `data`. */
const MEMBERS = {
  getPeriodLocks: 'changes',
  getVatRegistrations: 'changes',
  getAccountLedger: 'lines',
  getOpenItems: 'items',
} as const satisfies { readonly [Id in OperationId]?: string }
type ItemMembers = typeof MEMBERS

type MemberOf<Id extends OperationId> = Id extends keyof ItemMembers ? ItemMembers[Id] : 'data'

/** The operations that answer in pages. */
export type ListId = {
  [Id in OperationId]: InputOf<Calls[Id] & AnyCall> extends { starting_after?: unknown } ? Id : never
}[OperationId]

export type ItemOf<Id extends ListId> =
  AnswerTo<Id> extends { readonly [Name in MemberOf<Id>]: (infer Item)[] } ? Item : never

type Values = Readonly<Record<string, unknown>>
type PlaceInList = (last: Values, page: Values) => unknown

/** What `starting_after` names, where it is not the id of the last item. */
const PLACES: { readonly [Id in ListId]?: PlaceInList } = {
  listAccounts: ({ account_code }) => account_code,
  listAccountMappings: ({ account_mapping_id }) => account_mapping_id,
  listEndCustomers: ({ end_customer_id }) => end_customer_id,
  listPartnerRelations: ({ partner_relation_id }) => partner_relation_id,
  listExchangeRates: ({ currency, rate_date, month }) => `${currency}:${rate_date ?? month}`,
  listBankEntryUses: ({ use_id }) => use_id,
  listSupplierUids: ({ uid }) => uid,
  listAllocationHandoffs: ({ handoff_id }) => handoff_id,
  listWebhookPositions: ({ end_customer_id }) => end_customer_id,
  getVatRegistrations: ({ change_number }) => change_number,
  tryBankRule: (_, { last_entry_id }) => last_entry_id,
  getOpenItems: (_, { next_cursor }) => next_cursor,
}

/** What `starting_after` names for the page behind this one. */
export function placeBehind(id: ListId, page: Values): unknown {
  const items = page[id in MEMBERS ? MEMBERS[id as keyof ItemMembers] : 'data'] as Values[]
  const place: PlaceInList = PLACES[id] ?? (({ id: place_id }) => place_id)
  return place(items.at(-1) ?? {}, page)
}

/** Every item of a list, page after page. What is added meanwhile comes as it would in a list that is read by hand. */
export async function* eachItem<Id extends ListId>(
  id: Id,
  request: RequestTo<Id>,
  readPage: (request: RequestTo<Id>) => Promise<AnswerTo<Id>>,
): AsyncGenerator<Awaited<ItemOf<Id>>, void, undefined> {
  const asked = request as { readonly query?: object }
  let query: object | undefined = asked.query
  for (;;) {
    const page = (await readPage({ ...request, ...(query && { query }) })) as Values
    const items = page[id in MEMBERS ? MEMBERS[id as keyof ItemMembers] : 'data'] as (Awaited<ItemOf<Id>> & Values)[]
    yield* items
    const starting_after = page.has_more === true ? placeBehind(id, page) : null
    if (starting_after === null || starting_after === undefined) return
    query = { ...asked.query, starting_after }
  }
}
