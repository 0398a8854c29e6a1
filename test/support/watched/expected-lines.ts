type Expected = {
  readonly msg: string
  /** Where one message tells of several things: what its warning says. */
  readonly says?: string
  /** Null: any file, on a machine that is slow enough. */
  readonly files: readonly string[] | null
  readonly why: string
}

/** Everything that services warn of while the tests run, and why that is right. */
const EXPECTED: readonly Expected[] = [
  {
    msg: 'a fact could not be evaluated',
    files: [
      'test/workers/facts/batch-customers.test.ts',
      'test/workers/facts/failing-facts.test.ts',
      'test/workers/platform/jobs-and-effects.test.ts',
    ],
    why: 'their facts are broken past the guards',
  },
  {
    msg: 'an intent could not be executed',
    files: ['test/workers/settlement/failing-intents.test.ts'],
    why: 'the database refuses what they execute',
  },
  {
    msg: 'tax of open items waits for its transfer',
    files: ['test/api/vat/consideration/changes-not-looked-at.test.ts'],
    why: 'its chart lists no account of output tax any more',
  },
  {
    msg: 'the queue is too deep: no new facts are taken',
    files: ['test/api/http/queue-depth.test.ts'],
    why: 'its limit is a few facts',
  },
  {
    msg: 'the work for an end customer failed',
    files: ['test/workers/each-customer.test.ts', 'test/api/bank-rules/automatic-rules.test.ts'],
    why: 'they let it fail',
  },
  {
    msg: 'a webhook was switched off',
    files: ['test/workers/webhooks/retries.test.ts'],
    why: 'its receiver answers that it is gone',
  },
  { msg: 'a query was slow', files: null, why: 'machines are as fast as they are' },
  {
    msg: 'queue warning',
    says: 'the database transaction horizon is pinned',
    files: null,
    why: 'tests hold transactions open, also in other databases of the server, and pg-boss looks from time to time',
  },
]

/** Whether a line is expected while these spec files run. */
export function isExpected(
  line: { readonly msg: string; readonly warning?: string },
  files: readonly string[],
): boolean {
  return EXPECTED.some(
    ({ msg, says, files: its }) =>
      msg === line.msg &&
      (says === undefined || line.warning?.includes(says)) &&
      (its === null || its.some((file) => files.includes(file))),
  )
}
