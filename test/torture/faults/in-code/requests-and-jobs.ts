// biome-ignore-all lint/suspicious/noTemplateCurlyInString: texts of source files

import { by, type CodeFault, fault, put } from './code-fault.ts'

const FAILING_FACTS = 'workers/facts/failing-facts'
const IDEMPOTENCY = 'api/http/idempotency'
const WITHDRAWALS = 'workers/facts/withdrawal-races'

/** Requests and jobs that arrive twice, fail, or lose their transaction. */
export const REQUEST_AND_JOB_FAULTS: readonly CodeFault[] = [
  fault(
    'the idempotency record is not written',
    'a request that is sent again is carried out again',
    'api/http/in-transaction.ts',
    put('const is_new = await', 'const is_new = true || await'),
    by(IDEMPOTENCY, '50 charts at once: one version, 50 equal answers'),
  ),
  fault(
    'a recorded key is not compared with its request',
    'another request under the same key gets the answer of the first',
    'api/http/idempotency.ts',
    put('record?.fingerprint === request.fingerprint', 'record'),
    by(IDEMPOTENCY, '409: the same key with another body, path, method or end customer'),
  ),
  fault(
    'a key is not locked while its request runs',
    'two equal requests at once are both carried out',
    'shared/store/platform/idempotency.ts',
    put('select pg_advisory_xact_lock(hashtextextended(${`${client_id} ${idempotency_key}`}, 0))', 'select'),
    by(IDEMPOTENCY, '50 charts at once: one version, 50 equal answers'),
  ),
  fault(
    'the answer does not wait for the commit',
    '202 for a fact that is not on disk',
    'api/facts/accept-facts.ts',
    put(
      'await pool.connect((connection) => acceptOrNull(connection, facts))',
      '(void acceptNewFacts(pool, facts).catch(() => {}), new Set<number>())',
    ),
    by(IDEMPOTENCY, '50 times at once: one fact, one job, 50 equal answers'),
  ),
  fault(
    'a job is sent beside the transaction',
    'a job of something that was never committed, or that comes before it',
    'shared/queue/enqueue.ts',
    put('{ db, returnId: isShort }', '{ returnId: isShort }'),
    by('workers/platform/jobs-and-effects', 'a job exists if and only if what it works on does'),
  ),
  fault(
    'a waiting job may be fetched before the commit of what it stands for',
    'a payable and its bank debit that nobody proposes to each other',
    'shared/queue/hold-waiting.ts',
    put('for share', ''),
    by('workers/platform/waiting-jobs', 'fetched only after the commit'),
  ),
  fault(
    'a job is completed beside the transaction',
    'a job is done, and its effects are lost with a crash',
    'shared/queue/enqueue.ts',
    put('undefined, { db: bossDb(tx) }', 'undefined, {}'),
    by('workers/platform/jobs-and-effects', 'a job is done if and only if its effects are there'),
  ),
  fault(
    'a failed job is acknowledged',
    'a fact that could not be evaluated is never tried again',
    'workers/facts/evaluate-partition.ts',
    put(`status: 'failed'`, `status: 'completed'`),
    by(FAILING_FACTS, 'what may be over a moment later is tried again, and blocked after the last time'),
  ),
  fault(
    'a fact whose evaluation fails gets no decision',
    'the job of a fact that could not be evaluated is done, and its sender never learns of it',
    'shared/accounting/facts/decide-facts.ts',
    put('evaluation.decisions.set(source_fact_id, {', 'new Map().set(source_fact_id, {'),
    by(FAILING_FACTS, 'a fact that cannot be evaluated is blocked at once, and the others are booked'),
  ),
  fault(
    'a withdrawn fact is decided again',
    'somebody took a fact back, and a job books it all the same',
    'shared/store/facts/waiting-facts.ts',
    put(`where state in ('received', 'blocked')`, `where state in ('received', 'blocked', 'withdrawn')`),
    by(WITHDRAWALS, 'withdrawn first: a job that has read the fact already books nothing'),
  ),
  fault(
    'a withdrawal does not take the ledger',
    'a fact is withdrawn while a job books it',
    'api/facts/corrections/withdraw-source-fact.ts',
    put('await lockLedgers(tx, [end_customer_id])', ''),
    by(WITHDRAWALS, 'booked first: the withdrawal is refused'),
  ),
  fault(
    'a posted fact is withdrawn',
    'an entry of a fact that nobody stands for any more, without a reversal',
    'api/facts/corrections/withdraw-source-fact.ts',
    put('if (!refusal) return', `if (!refusal || fact.state === 'posted') return`),
    by('api/facts/withdrawals', '409 once it is decided otherwise, with what to do instead'),
  ),
  fault(
    'what is no integer is written as bytes',
    'NaN becomes 0 on its way to the database',
    'shared/store/db/binary-array.ts',
    put('Number.isInteger(value)', 'true'),
    by('store/db/recordset', 'are refused where int4 is NaN, and never written as something else'),
  ),
  fault(
    'valid requests before a malformed one are not answered',
    'a client that is told 400 alone, and a fact that is stored',
    'shared/http/one-at-a-time.ts',
    put('latest?.request.complete ? latest.response : latest?.before', 'null'),
    by(
      'api/http/server/pipelined-requests',
      'are answered in their order, and then the refusal: before bytes that are no request',
    ),
  ),
  fault(
    'two keys have all facts that may wait',
    'a third key that is refused until they are done',
    'api/http/admission/queue-depth.ts',
    put('isTooDeep && of_key >= limit / (byKey.size + 1)', 'isTooDeep'),
    by(
      'api/http/queue-depth',
      'of two keys with all that they may have leaves room for a third one, also while it is too deep',
    ),
  ),
]
