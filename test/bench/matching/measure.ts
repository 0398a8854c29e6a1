import type { Row } from '../table.ts'
import { matchYear, type Quality } from './year.ts'

const SEED = 1
const OPEN_DOCUMENTS = [100, 100_000]
const PRECISION = 0.995
const RECALL = 0.9

/** How good and how fast the proposals of a made-up year are; needs no server and no database. */
export async function measureMatching(lines: number): Promise<Row[]> {
  return OPEN_DOCUMENTS.flatMap((open_documents) => {
    const { qualities, total, debits, ms_per_1000_lines, ms_per_index } = matchYear(SEED, lines, open_documents)
    const what = `matching ${lines} lines, ${open_documents} open documents`
    const time = `${ms_per_1000_lines.toFixed(0)} ms, and ${ms_per_index.toFixed(0)} ms to begin`
    return [
      share(`${what}: true at a score of 90 or more`, precisionOf(total), PRECISION, { qualities }),
      share(`${what}: found of what is true`, recallOf(total), RECALL, { total }),
      share(`${what}: debits, true at a score of 90 or more`, precisionOf(debits), PRECISION, { debits }),
      share(`${what}: debits, found of what is true`, recallOf(debits), RECALL, { debits }),
      { what: `${what}: each 1000 lines`, measured: time, goal: '', is_reached: null, figures: { ms_per_1000_lines } },
    ]
  })
}

export function precisionOf({ sure, sure_and_true }: Quality): number {
  return sure_and_true / sure
}

export function recallOf({ true_pairs, found }: Quality): number {
  return found / true_pairs
}

function share(what: string, measured: number, goal: number, figures: object): Row {
  const percent = (part: number) => `${(part * 100).toFixed(1)} %`
  const [shown, least] = [percent(measured), `≥ ${percent(goal)}`]
  return { what, measured: shown, goal: least, is_reached: measured >= goal, figures: { ...figures, measured } }
}
