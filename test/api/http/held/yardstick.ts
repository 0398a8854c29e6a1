import { threadCpu } from '../../../bench/hostile/thread-cpu.ts'

/** Milliseconds of CPU time that the work below takes on the machine for which limits are written. */
const REFERENCE_MS = 2
const ROWS = Array.from({ length: 5_000 }, (_, index) => ({
  id: `row-${index}`,
  amount_minor: index * 7_919,
  text: 'Verteilung der Kosten auf die Projekte',
}))

const TRIES = 5

/**
 * How many times slower this machine is just now than the one for which limits are written, at work like that of an answer.
 * A machine that is shared gives less in the same CPU time, so a limit in milliseconds means nothing without it.
 */
export function slowness(): number {
  return Math.min(...Array.from({ length: TRIES }, workMs)) / REFERENCE_MS
}

function workMs(): number {
  const before = threadCpu()
  JSON.parse(JSON.stringify(ROWS))
  return (threadCpu() - before) / 1_000
}
