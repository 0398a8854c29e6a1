import { randomUUID } from 'node:crypto'
import type { PostedFact } from '../../shared/accounting/facts/entry-of-fact.ts'
import { type ItemNamed, itemsNamed } from '../../shared/accounting/facts/open-items/items-named.ts'
import { bankEntriesNamed } from '../../shared/accounting/facts/wanted-by-facts.ts'
import type { PostingSettings } from '../../shared/accounting/setup/posting-settings.ts'
import { changesOfConsideration } from '../../shared/accounting/vat/consideration/changes-of-consideration.ts'
import { supplierUidsWanted } from '../../shared/accounting/vat/suppliers/supplier-uid.ts'
import { todayInSwitzerland } from '../../shared/process/clock.ts'
import { enqueueReevaluation } from '../../shared/queue/enqueue.ts'
import { enqueueAwaiting } from '../../shared/queue/enqueue-awaiting.ts'
import { requestMatching } from '../../shared/queue/request-matching.ts'
import { requestRefresh } from '../../shared/queue/request-refresh.ts'
import { requestTransfer } from '../../shared/queue/request-transfer.ts'
import { lockNamedBankEntries } from '../../shared/store/bank/uses/usable-bank-entries.ts'
import type { Tx } from '../../shared/store/db/database.ts'
import { findFairShareCustomers } from '../../shared/store/facts/fair-share.ts'
import type { ChangedThings } from '../../shared/store/facts/find-awaited.ts'
import { insertAskedSuppliers } from '../../shared/store/facts/input-tax/supplier-uids.ts'
import { loadBatchContext } from '../../shared/store/facts/load-batch-context.ts'
import { type LoadedFact, loadWaitingFacts, prepareFacts } from '../../shared/store/facts/prepare-facts.ts'
import type { FactKey } from '../../shared/store/facts/source-facts.ts'
import type { WaitingFact } from '../../shared/store/facts/waiting-facts.ts'
import { type LedgerHead, lockFreeLedgers, lockLedgers } from '../../shared/store/journal/ledger-heads.ts'
import { planForAnyValues, planForTheirValues } from '../../shared/store/journal/plan-mode.ts'
import { lockNamedItems } from '../../shared/store/open-items/named/lock-named-items.ts'
import { namedBy } from '../../shared/store/open-items/named/named.ts'
import { watchPayments } from '../../shared/store/orders/paid-orders.ts'
import { appendEvents, type NewEvent } from '../../shared/store/platform/events.ts'
import type { WorkerDeps } from '../job.ts'
import { appendEntries } from '../journal/append-entries.ts'
import { type DecidedBatch, decideInSlices } from './decide-in-slices.ts'
import { BACKLOG, SHORT_LANE } from './lanes.ts'
import { saveChangesOfItems } from './save-item-changes.ts'
import { type Turn, turnOfFacts } from './turn-of-facts.ts'

/** A batch that is saved, with the numbers of its entries by the id of their fact. */
export type PostedBatch = DecidedBatch & { readonly numbers: ReadonlyMap<string, bigint> }

/** The batch, or null where nothing waits for a decision any more, and the ids of the named facts that go on waiting. */
type BatchTurn = { readonly batch: PostedBatch | null; readonly left: ReadonlySet<string> }

const NOTHING_PREPARED: ReadonlyMap<string, LoadedFact> = new Map()

/**
 * Evaluates a turn of the facts that are named and of those before them, the earliest first, and posts what nothing blocks,
 * with a fixed number of SQL statements. Only the journal is written in slices, a few for each batch, and of each end customer whose open items or
 * bank entries have changed one query asks what waits for them. Facts are prepared before their ledgers are
 * waited for, while another batch may hold them; a turn that waits for none prepares only what goes on waiting then.
 *
 * @param keys of end customers of one partition
 * @param extra_partitions partitions in which waiting facts of a few other end customers are decided too
 * @param turn what bounds the transaction
 * @param complete completes the jobs, apart from those of the facts that are left; PostgreSQL does so while the first
 *   entries are decided here
 */
export async function postBatch(
  tx: Tx,
  deps: WorkerDeps,
  keys: readonly FactKey[],
  extra_partitions: readonly number[],
  turn: Turn,
  complete: (left: ReadonlySet<string>) => Promise<void> = async () => {},
): Promise<BatchTurn> {
  const pause = deps.rightOfWay.pauses(turn.waits ? BACKLOG.queue : SHORT_LANE.queue)
  if (turn.waits) await planForAnyValues(tx)
  const prepared = turn.waits ? await prepareFacts(tx, keys, pause) : NOTHING_PREPARED
  const { heads, extraCustomers } = await lockBatch(tx, keys, extra_partitions, turn)
  const { free, held } = turn.waits ? { free: keys, held: [] } : byHeads(keys, heads)
  const nothingIsFree = held.length > 0 && heads.length === 0
  if (nothingIsFree) return { batch: null, left: new Set(held.map(({ source_fact_id }) => source_fact_id)) }
  if (!turn.waits) await planForAnyValues(tx)
  const inTurn = (waiting: readonly WaitingFact[]) => turnOfFacts(waiting, turn)
  const { facts, left: behind } = await loadWaitingFacts(tx, free, extraCustomers, prepared, inTurn, pause)
  const left = held.length > 0 ? new Set([...held.map(({ source_fact_id }) => source_fact_id), ...behind]) : behind
  if (facts.length === 0) {
    await complete(left)
    return { batch: null, left }
  }
  const settings = await deps.settings(tx, heads)
  const named = itemsNamed(facts)
  const entries = bankEntriesNamed(facts, settings)
  // What vouchers use is found by queries of which each has the plan of its values.
  if (named.length + entries.length > 0) await planForTheirValues(tx)
  await lockNamedItems(tx, named)
  await lockNamedBankEntries(tx, entries)
  const ofOrders = await watchNamedPayables(tx, named)
  const turnovers = new Map(heads.map(({ end_customer_id, total_debit_minor }) => [end_customer_id, total_debit_minor]))
  const context = await loadBatchContext(tx, facts, settings, turnovers, todayInSwitzerland())
  const decided = decideInSlices(facts, context, pause)
  const { numbers, result: batch } = await appendEntries(tx, heads, decided, complete(left), pause)
  for (const query of batch.decisionQueries) {
    // Each has rows of all facts, and PostgreSQL is busy with it for as long.
    await pause()
    await tx.query(query)
  }
  const asked = askedSuppliers(batch.posted, settings)
  if (asked.length > 0) await insertAskedSuppliers(tx, asked)
  const with_new_accounts = await saveChangesOfItems(tx, batch.posted, numbers, settings)
  await handOn(tx, deps, batch, with_new_accounts, settings, ofOrders)
  return { batch: { ...batch, numbers }, left }
}

/** Suppliers whose first documents of this batch were posted with a question about them. */
function askedSuppliers(posted: readonly PostedFact[], settings: Parameters<typeof supplierUidsWanted>[1]) {
  return posted.flatMap(({ fact }) =>
    supplierUidsWanted([fact], settings).map((one) => ({ ...one, source_fact_id: fact.source_fact_id })),
  )
}

async function lockBatch(tx: Tx, keys: readonly FactKey[], extra_partitions: readonly number[], turn: Turn) {
  const batchCustomers = [...new Set(keys.map(({ end_customer_id }) => end_customer_id))]
  const candidates = await findFairShareCustomers(tx, batchCustomers, extra_partitions, {
    from: randomUUID(),
    waits_ms: turn.extra_after_ms,
  })
  const heads = await (turn.waits ? lockLedgers : lockFreeLedgers)(tx, batchCustomers)
  const extraHeads = await lockFreeLedgers(tx, candidates)
  const extraCustomers = extraHeads.map(({ end_customer_id }) => end_customer_id)
  return { heads: [...heads, ...extraHeads], extraCustomers }
}

/** Facts whose ledger is held by this transaction, and by another one. */
function byHeads(keys: readonly FactKey[], heads: readonly LedgerHead[]) {
  const held = new Set(heads.map(({ end_customer_id }) => end_customer_id))
  const isOurs = ({ end_customer_id }: FactKey) => held.has(end_customer_id)
  return { free: keys.filter(isOurs), held: keys.filter((key) => !isOurs(key)) }
}

/**
 * Events come last: the heads of the feeds are held until the commit.
 *
 * @param with_new_accounts end customers of whom an account has become a control account
 */
async function handOn(
  tx: Tx,
  deps: WorkerDeps,
  { posted, eventQueries }: DecidedBatch,
  with_new_accounts: readonly string[],
  settings: ReadonlyMap<string, PostingSettings>,
  ofOrders: () => Promise<NewEvent[]>,
): Promise<void> {
  await requestRefresh(tx, deps, posted.map(customerOf))
  const toMatch = posted.filter(
    ({ open_item, bank_entry_uses, item_changes }) => open_item !== null || bank_entry_uses.length > 0 || item_changes,
  )
  if (toMatch.length > 0) await requestMatching(tx, deps, toMatch.map(customerOf))
  for (const [end_customer_id, facts] of Map.groupBy(toMatch, customerOf))
    await enqueueAwaiting(tx, deps.boss, end_customer_id, changedBy(facts))
  for (const end_customer_id of with_new_accounts)
    await enqueueReevaluation(tx, deps.boss, end_customer_id, 'control account')
  for (const end_customer_id of lateCustomers(toMatch, settings)) await requestTransfer(tx, deps.boss, end_customer_id)
  const changedOrders = await ofOrders()
  for (const query of eventQueries) await tx.query(query)
  await appendEvents(tx, changedOrders)
}

/** A voucher may pay what an order has ordered, or give it back. No query is made where none names a payable. */
function watchNamedPayables(tx: Tx, named: readonly ItemNamed[]): Promise<() => Promise<NewEvent[]>> {
  const payables = namedBy(named, 'supplier_payable_id')
  const customers = [...new Set(payables.map(({ end_customer_id }) => end_customer_id))]
  return watchPayments(
    tx,
    customers,
    payables.map(({ open_item_id }) => open_item_id),
  )
}

/**
 * Those with documents of before a change of consideration that has begun, and those whose vouchers may give back what had closed such a
 * document by then: what is open of them is transferred, too.
 */
function lateCustomers(posted: readonly PostedFact[], settings: ReadonlyMap<string, PostingSettings>): string[] {
  return [...Map.groupBy(posted, customerOf)].flatMap(([end_customer_id, facts]) => {
    const last = changesOfConsideration(settings.get(end_customer_id)?.vat_registrations ?? []).at(-1)
    const isLate = ({ entry, item_changes }: PostedFact) =>
      item_changes !== undefined || entry.posting_date < (last?.on ?? '')
    return last && facts.some(isLate) ? end_customer_id : []
  })
}

/** A new item is awaited by nobody: its id was known to nobody. */
function changedBy(posted: readonly PostedFact[]): ChangedThings {
  const items = posted.flatMap(({ item_changes = [] }) => item_changes.flatMap(({ item }) => item?.open_item_id ?? []))
  const bank_entries = posted.flatMap(({ bank_entry_uses }) => bank_entry_uses.map(({ entry_id }) => entry_id))
  return { items, bank_entries }
}

function customerOf({ fact }: PostedFact): string {
  return fact.end_customer_id
}
