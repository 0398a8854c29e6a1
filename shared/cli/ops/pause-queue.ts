import type { QueueName } from '../../contract/platform/queue-names.ts'
import type { Deps } from '../../deps/deps.ts'
import { pauseQueue, resumeQueue } from '../../store/platform/paused-queues.ts'
import { type PrintOptions, printAnswer } from '../print-table.ts'

/** The effect of pausing each queue, in one sentence. */
export const WHILE_PAUSED: Readonly<Record<QueueName, string>> = {
  'facts.evaluate': 'facts are accepted and wait: none is evaluated or booked, however it was requested',
  'facts.backlog': 'facts of keys that send very much, and facts that are tried again, wait',
  'facts.reevaluate': 'blocked facts and intents are not tried again by themselves when their blocker is gone',
  'ledger.post': 'reversals, allocations and settlements are accepted and wait',
  'camt053.import': 'bank statements are accepted, kept and wait',
  'camt054.import': 'debit and credit notifications are accepted, kept and wait',
  'settlement.match': 'there are no new proposals for payments and debits',
  'statements.refresh': 'statements stay exact, and become slower',
  'vat.transfer': 'a change of consideration is kept; the tax of open items is not transferred, so no return is filed',
  'ledger.stamp': 'ledgers are not stamped, except by ops stamp; the next stamp covers what was posted meanwhile',
  'maintenance.daily': 'old idempotency keys stay; facts that wait for a date are not tried again',
}

/** The effect of pausing each queue, for the help text. */
export const PAUSE_HELP = [
  '\nWorkers notice within two seconds, finish what they have begun, and take nothing of the queue until it is resumed,',
  'also those that are started meanwhile. While it is paused:\n',
  ...Object.entries(WHILE_PAUSED).map(([queue, effect]) => `  ${queue.padEnd(20)}${effect}`),
  '\nWhen QUEUE_DEPTH_LIMIT facts wait, new ones get 503.',
].join('\n')

export async function pause(
  { pool }: Deps,
  queue: QueueName,
  options: PrintOptions & { reason?: string },
): Promise<void> {
  const paused_since = await pauseQueue(pool, queue, options.reason ?? null)
  printAnswer({ queue, paused_since }, `${queue} is paused since ${paused_since}: ${WHILE_PAUSED[queue]}`, options)
}

export async function resume({ pool }: Deps, queue: QueueName, options: PrintOptions): Promise<void> {
  const was_paused = await resumeQueue(pool, queue)
  printAnswer({ queue, was_paused }, was_paused ? `${queue} is resumed` : `${queue} was not paused`, options)
}
