import { readFileSync } from 'node:fs'
import { expect } from 'chai'
import { endpoints } from '../../api/routes.ts'

const RECORDED = new URL('./endpoints.txt', import.meta.url)

/** Whoever changes the interface changes this text too, and a reviewer reads the change in it. */
it('the endpoints are those of endpoints.txt: method, path, status, operation', () => {
  const rows = endpoints.map(({ method, path, status, operation_id }) => [method, path, String(status), operation_id])
  const widths = rows.reduce<number[]>(
    (most, cells) => cells.map((cell, at) => Math.max(cell.length, most[at] ?? 0)),
    [],
  )
  const lines = rows.map((cells) =>
    cells
      .map((cell, at) => cell.padEnd(widths[at] ?? 0))
      .join('  ')
      .trimEnd(),
  )
  const table = `${lines.join('\n')}\n`
  console.log(table)
  expect(table).to.equal(readFileSync(RECORDED, 'utf8'))
})
