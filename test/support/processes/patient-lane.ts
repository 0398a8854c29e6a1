import { BACKLOG, type Lane } from '../../../workers/facts/lanes.ts'

/** Jobs as they were sent, and done as the backlog does them: it waits for ledgers, so that tests can hold them. */
export const PATIENT: Lane = {
  ...BACKLOG,
  turn: { ...BACKLOG.turn, extra_after_ms: 500 },
  queue: 'facts.evaluate',
}
