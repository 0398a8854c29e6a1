import { getHeapSpaceStatistics } from 'node:v8'
import { createBodyBudget } from '../../../../api/http/body/body-budget.ts'

/** Prints by how much the young generation grows where much of it survives, beside bodies that have been taken, and may have left. */
const [taken = '0', hasLeft] = process.argv.slice(2)
const limits = {
  bodies_memory_bytes: 4_000_000,
  body_limit_bytes: 1_000_000,
  upload_bytes_per_second: 0,
  upload_window_seconds: 1,
}
const place = createBodyBudget(limits).enter('a key')
place.take(Number(taken))
if (hasLeft) place.leave()

const before = youngBytes()
const alive: object[] = []
for (let made = 0; made < 1_000_000; made += 1) alive.push({ made })
console.log(youngBytes() / before, alive.length)

function youngBytes(): number {
  return getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space')?.space_size ?? Number.NaN
}
