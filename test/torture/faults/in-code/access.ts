// biome-ignore-all lint/suspicious/noTemplateCurlyInString: texts of source files

import { by, type CodeFault, fault, put } from './code-fault.ts'

/** The limits of an API key. */
export const ACCESS_FAULTS: readonly CodeFault[] = [
  fault(
    'the journal is listed without its end customer',
    'a read that forgot the end customer',
    'shared/store/journal/journal-entries.ts',
    put('sql.fragment`entry.end_customer_id = ${query.end_customer_id}`', 'sql.fragment`true`'),
    by('api/http/lists', '/v1/journal-entries?from_date=2025-01-01&to_date=2025-12-31'),
  ),
  fault(
    'the entries of a page are read without their end customer',
    'a read of numbers that every end customer has',
    'shared/store/journal/journal-entries.ts',
    put(
      'where entry.end_customer_id = ${end_customer_id} and entry.entry_number = any',
      'where entry.entry_number = any',
    ),
    by('api/http/lists', '/v1/journal-entries?fiscal_year_id=FY2026'),
  ),
  fault(
    'an entry is found by whoever knows its id',
    'a read by id that forgot what the key may see',
    'shared/store/journal/journal-entries.ts',
    put(' and ${visibleTo(visible, sql.fragment`entry.end_customer_id`)}', ''),
    by('api/http/tenant-isolation', 'get /v1/journal-entries/:journal_entry_id'),
  ),
  fault(
    'a payable is settled by whoever knows its id',
    'a write that forgot the end customer',
    'shared/store/open-items/locked-open-items.ts',
    put(
      'from open_items item join end_customers using (end_customer_id)\n    where end_customer_id = ${end_customer_id} and open_item_id = ${supplier',
      'from open_items item join end_customers using (end_customer_id)\n    where open_item_id = ${supplier',
    ),
    by('api/http/tenant-isolation', 'post /v1/supplier-payables/:supplier_payable_id/settlements'),
  ),
  fault(
    'a key covers every end customer',
    'the list of end customers of a key is not looked at',
    'api/http/admission/caller.ts',
    put('if (covers({ end_customer_ids }, end_customer_id)) return', 'return'),
    by('api/http/tenant-isolation', 'post /v1/source-facts/expense-documents'),
  ),
  fault(
    'the secret of a key is not compared',
    'who knows the id of a key is let in',
    'api/http/admission/authenticator.ts',
    put('if (!row || !isRight)', 'if (!row)'),
    by('api/http/bad-input/keys', '401: no key, a malformed one, an unknown one, a wrong secret'),
  ),
  fault(
    'processes may change more than they do',
    'a right that somebody has given in advance, or has left behind',
    'shared/store/rights/rights.ts',
    put("period_locks: 'select, insert'", "period_locks: 'select, insert, update (locked_through)'"),
    by('store/rights/granted-columns', 'period_locks'),
  ),
  fault(
    'a posted use may be moved',
    'a process that somebody has taken over changes what has booked a bank entry',
    'sql/functions/bank-uses/keep_posted_use.sql',
    put(
      "perform refuse_entry('what has booked a bank entry stays as it is', 'bank_entry_uses_stay');\n  return null;",
      'return new;',
    ),
    by('store/bank/kept-uses', 'does not change what has booked a bank entry: line_number = 2'),
  ),
  fault(
    'keys are remembered for ever',
    'a disabled key goes on working until the next start',
    'api/http/admission/key-memory.ts',
    put('now() - started < TTL_MS', 'now() >= started'),
    by('api/http/bad-input/keys', '403: a disabled key, within seconds although keys are remembered'),
  ),
  fault(
    'the secret is written to the log',
    'one header too many in the line of a request',
    'api/http/middleware/log-request.ts',
    put('const answered = { method', `const answered = { authorization: ctx.get('Authorization'), method`),
    by(
      'api/platform/request-log',
      'one line for each request, with nothing in it that is secret or the content of a body',
    ),
  ),
  fault(
    'a replayed batch shows the facts of all',
    'a key that covers less sends the batch of another key of its client again',
    'api/facts/show-covered.ts',
    put("if (answer.kind === 'created' || request.caller.end_customer_ids === null) return answer", 'return answer'),
    by(
      'api/http/replays',
      'a batch: the items of other end customers are rejected as in a new request, the others are as recorded',
    ),
  ),
  fault(
    'a large body is read in one go',
    'a request that holds the event loop',
    'api/http/body/json-reader.ts',
    put('reading.end === null && isTimeOver()', 'reading.end === null && false'),
    by('api/http/bad-input/json-reader', 'is the same however often it is interrupted'),
  ),
  fault(
    'the items of a batch are read in one go',
    'a batch that holds the event loop',
    'api/http/handle/read-items.ts',
    put('if (slice.isOver()) await slice.next()', ''),
    by('api/http/turns', 'the items of a batch give way between any two, however small they are'),
  ),
  fault(
    'a key has all its large bodies in work at once',
    'a client that takes the turns of others',
    'api/http/admission/turns.ts',
    put('const before = queues.get(key) ?? Promise.resolve()', 'const before = Promise.resolve()'),
    by('api/http/turns', 'a key has one large body in work at a time; other keys do not wait for it'),
  ),
  fault(
    'details are collected without end',
    'a body of unsafe names that ends the process',
    'shared/contract/platform/errors.ts',
    put('MAX_DETAILS = 100', 'MAX_DETAILS = 1e9'),
    by(
      'api/http/bad-input/hostile-bodies',
      '422: a hundred unsafe names are named, and the pointers to them end with an ellipsis',
    ),
  ),
  fault(
    'a webhook goes to a public address of this machine',
    'a receiver that is something else which listens here',
    'shared/webhooks/public-address.ts',
    put('isGivenOut && !isOwn(address, interfaces)', 'isGivenOut'),
    by('webhooks/addresses', 'are none that a network interface of this machine has, however they are written'),
  ),
]
