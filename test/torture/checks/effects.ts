import { uuidOf } from '../../../shared/process/ids.ts'
import { isRefusal } from '../load/difficult-clients.ts'
import { fateOf } from './answers.ts'
import { EFFECTS_AT_BANK } from './effects/at-bank.ts'
import type { Effect } from './effects/effect.ts'
import { EFFECTS_IN_BOOKS } from './effects/in-books.ts'
import { EFFECTS_OF_MONEY } from './effects/of-money.ts'
import { differences, type Evidence, type Finding, type Recorded } from './evidence.ts'

const EFFECTS: Readonly<Record<string, Effect>> = { ...EFFECTS_IN_BOOKS, ...EFFECTS_OF_MONEY, ...EFFECTS_AT_BANK }

/**
 * Every request that is recorded has all of its effects once, and nothing else has any: whether it was answered or not,
 * it is there wholly or not at all.
 */
export async function checkEffects(evidence: Evidence, when: string): Promise<Finding> {
  const { sent, query, records } = evidence
  const recorded = await records()
  const answers = sent.flatMap(({ key, step, is_conflicting }) => {
    const record = is_conflicting ? undefined : recorded.get(key)
    return record ? [{ key, route: step.route, answer: JSON.parse(record.response) }] : []
  })
  const wrong: string[] = []
  let rows = 0
  const of_cut_off = await factsOfCutOffBatches(evidence, recorded)
  for (const [what, { expected, found }] of Object.entries(EFFECTS)) {
    const existing = (await query<{ found: string }>(found)).map((row) => row.found)
    const named = answers.flatMap(({ key, route, answer }) => expected[route]?.(answer, key) ?? [])
    if (what === OF_BATCHES) named.push(...of_cut_off)
    rows += existing.length
    wrong.push(...differences(what, named as string[], existing))
  }
  const keys = new Set(sent.map((request) => request.key))
  const strangers = [...recorded].filter(([key, record]) => !keys.has(key) && !isRefusedBatch(key, record))
  wrong.push(...strangers.map(([key]) => `${key} is recorded and was never sent`))
  const unanswered = sent.filter((request) => !request.is_conflicting && fateOf(request) === 'unanswered')
  const done = unanswered.filter((request) => recorded.has(request.key)).length
  const counted = `${answers.length} requests, ${rows} rows; without answer ${done}, and ${unanswered.length - done} not done`
  return { check: `effects are whole and once, or not at all, ${when}`, counted, wrong }
}

const OF_BATCHES = 'source facts'

/**
 * A batch over several ledger databases that is cut off may have left facts in some of them. Until it has been sent again nothing is
 * recorded of it; then its answer says `replayed` of them.
 */
async function factsOfCutOffBatches({ sent, query, databases }: Evidence, recorded: ReadonlyMap<string, Recorded>) {
  if (databases.length < 2) return []
  const batches = sent.filter(({ step, is_conflicting }) => step.route === BATCH && !is_conflicting)
  const cut_off = batches.filter(({ key }) => !recorded.has(key)).map(({ key }) => key)
  const left = await query<{ id: string }>(
    `select source_fact_id as id from source_facts where split_part(idempotency_key, '/', 1) = any ($1)`,
    [cut_off],
  )
  const answers = batches.flatMap(({ key }) => recorded.get(key)?.response ?? [])
  const replayed = answers.flatMap((response) =>
    (JSON.parse(response) as BatchAnswer).data.flatMap(({ outcome, source_fact }) =>
      outcome === 'replayed' && source_fact ? [uuidOf('source_fact', source_fact.id)] : [],
    ),
  )
  return [...left.map(({ id }) => id), ...replayed]
}

const BATCH = 'post /v1/source-facts/batch'
type BatchAnswer = {
  readonly data: readonly { readonly outcome: string; readonly source_fact: { readonly id: string } | null }[]
}

/** Batches of hostile items are answered item by item and recorded, as every batch is: they must have created nothing. */
function isRefusedBatch(key: string, { status, response }: Recorded): boolean {
  return key.endsWith('-hostile') && status === 202 && isRefusal({ status, text: response })
}
